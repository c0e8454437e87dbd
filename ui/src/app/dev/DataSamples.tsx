import { useState } from "react";
import { ChartFrame } from "@/shared/charts/ChartFrame";
import { formatLatency } from "@/shared/format/quantities";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import type { Provider } from "@/api/types";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { SecretInput } from "@/shared/ui/SecretInput";
import { Segmented } from "@/shared/ui/Segmented";
import { Verbatim } from "@/shared/ui/Verbatim";

const HOUR_MS = 3_600_000;
const POINTS = Array.from({ length: 48 }, (_, hour) => ({
  at: new Date(Date.UTC(2026, 0, 1) + hour * HOUR_MS).toISOString(),
  values: {
    p50: hour % 24 < 6 ? null : 500 + 180 * Math.sin(hour / 4),
    p95: hour % 24 < 6 ? null : 1_100 + 420 * Math.sin(hour / 3),
  },
}));
const SERIES = [
  { key: "p50", label: "p50", colour: 1 },
  { key: "p95", label: "p95", colour: 2, dashed: true },
] as const;
const HOSTILE = "<img src=x onerror=alert(1)>\n\u001b[31mred\u001b[0m user\u202etxt.exe";

/** What shows the words and numbers of models. */
export function DataSamples() {
  const [choice, setChoice] = useState<"text" | "json">("text");
  const [open, setOpen] = useState(true);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {(Object.keys(PROVIDER_NAMES) as Provider[]).map((provider) => (
          <ProviderMark key={provider} provider={provider} />
        ))}
        <Segmented
          label="Answer as"
          value={choice}
          onChange={setChoice}
          options={[
            { value: "text", label: "Text" },
            { value: "json", label: "JSON" },
          ]}
        />
      </div>
      <Field label="API key" className="max-w-sm">
        <SecretInput defaultValue="sk-example" />
      </Field>
      <Disclosure label="Text of others" open={open} onOpenChange={setOpen} summary="Shown letter by letter">
        <Verbatim label="Text of others">{HOSTILE}</Verbatim>
      </Disclosure>
      <div className="max-w-lg">
        <ChartFrame
          kind="line"
          title="Latency"
          series={SERIES}
          points={POINTS}
          step="hour"
          format={formatLatency}
          summary="Two days."
          nothing="No calls in this time."
        />
      </div>
    </>
  );
}
