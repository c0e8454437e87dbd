import { Card } from "@/shared/ui/Card";
import { Checkbox } from "@/shared/ui/Checkbox";
import type { Safety } from "../planTypes";
import type { StepProps } from "./stepProps";

const CHECKS: readonly { key: Exclude<keyof Safety, "block">; label: string; about: string }[] = [
  { key: "moderation", label: "Content moderation", about: "violence, hate, self-harm and the like" },
  { key: "pii", label: "Personal data", about: "e-mail addresses, phone, card and social security numbers" },
  { key: "jailbreak", label: "Jailbreaks", about: "patterns of known attacks" },
  { key: "toxicity", label: "Toxicity", about: "insults and threats" },
];

/** What is looked for in every answer, and what follows. */
export function SafetyCard({ form: { safety }, change }: Pick<StepProps, "form" | "change">) {
  const set = (part: Partial<Safety>) => change({ safety: { ...safety, ...part } });
  return (
    <Card aria-label="Safety checks" className="px-4 py-3.5">
      <h2 className="text-base font-semibold text-ink">Safety checks</h2>
      <div className="mt-2 grid gap-1.5 sm:grid-cols-2">
        {CHECKS.map(({ key, label, about }) => (
          <Checkbox
            key={key}
            checked={safety[key]}
            onChange={(on) => set({ [key]: on })}
            label={
              <>
                <span className="text-ink">{label}</span> <span className="text-xs text-ink-subtle">{about}</span>
              </>
            }
          />
        ))}
      </div>
      <div className="mt-3 border-t border-line pt-3">
        <Checkbox
          checked={safety.block}
          onChange={(block) => set({ block })}
          label={
            <>
              <span className="text-ink">Block answers with violations</span>{" "}
              <span className="text-xs text-ink-subtle">If off, violations are only flagged for review</span>
            </>
          }
        />
      </div>
    </Card>
  );
}
