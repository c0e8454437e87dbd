import { useId } from "react";
import { cx } from "@/shared/ui/cx";
import { controlClass } from "@/shared/ui/Input";
import { sampleFieldId } from "./sampleField";
import { conversation, type Samples } from "./sampleValues";

interface SampleValuesProps {
  variables: readonly string[];
  samples: Samples;
  onChange: (samples: Samples) => void;
}

export function SampleValues({ variables, samples, onChange }: SampleValuesProps) {
  return (
    <div className="flex flex-col gap-2.5">
      {variables.map((name) => (
        <SampleValue
          key={name}
          name={name}
          value={samples[name] ?? ""}
          onChange={(value) => onChange({ ...samples, [name]: value })}
        />
      ))}
    </div>
  );
}

function SampleValue({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }) {
  const hint = useId();
  const messages = conversation(value);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={sampleFieldId(name)} className="min-w-0 truncate font-mono text-xs font-medium text-lilac">
          {name}
        </label>
        {messages && (
          <span id={hint} className="shrink-0 text-2xs text-ink-subtle">
            a conversation of {messages.length}
          </span>
        )}
      </div>
      <textarea
        id={sampleFieldId(name)}
        aria-describedby={messages ? hint : undefined}
        rows={1}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Sample value"
        // Grows with what is typed, up to a point.
        className={cx(controlClass, "field-sizing-content max-h-40 min-h-8 resize-none px-2.5 py-1 text-sm")}
      />
    </div>
  );
}
