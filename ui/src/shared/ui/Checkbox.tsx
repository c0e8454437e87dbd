import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cx } from "./cx";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  error?: string | undefined;
  required?: boolean;
}

export function Checkbox({ checked, onChange, label, error, required }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-6 items-center gap-2">
        <Radix.Root
          id={id}
          checked={checked}
          onCheckedChange={(next) => onChange(next === true)}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={cx(
            "relative flex size-4.5 shrink-0 items-center justify-center rounded border border-control",
            "bg-raised text-on-accent before:absolute before:-inset-1 aria-invalid:border-error-mark",
            "data-[state=checked]:border-accent data-[state=checked]:bg-accent",
          )}
        >
          <Radix.Indicator>
            <Check aria-hidden className="size-3.5" strokeWidth={3} />
          </Radix.Indicator>
        </Radix.Root>
        <label htmlFor={id} className="text-sm text-ink-muted">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs text-error">
          {error}
        </p>
      )}
    </div>
  );
}
