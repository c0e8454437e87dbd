import { useId } from "react";
import { versionWords } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Candidate } from "../types";
import { byVersion, refusedBecause } from "./boardForm";

interface RunChoiceProps {
  candidates: readonly Candidate[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The runs of a dataset to choose from. Runs that are not comparable with the chosen ones show the reason. */
export function RunChoice({ candidates, chosen, onChange }: RunChoiceProps) {
  const toggle = (run: string) =>
    onChange(chosen.includes(run) ? chosen.filter((one) => one !== run) : [...chosen, run]);
  return (
    <div className="flex flex-col gap-4">
      {byVersion(candidates).map(({ version, items }) => (
        <fieldset key={version}>
          <legend className="mb-1.5 text-xs font-medium text-ink-subtle">
            {version === null ? "No dataset version" : `Version ${version} of the dataset`}
          </legend>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {items.map((candidate) => (
              <RunItem
                key={candidate.run}
                candidate={candidate}
                checked={chosen.includes(candidate.run)}
                reasons={refusedBecause(candidate, chosen, candidates)}
                onToggle={() => toggle(candidate.run)}
              />
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  );
}

function RunItem({
  candidate,
  checked,
  reasons,
  onToggle,
}: {
  candidate: Candidate;
  checked: boolean;
  reasons: readonly string[];
  onToggle: () => void;
}) {
  const id = useId();
  const off = reasons.length > 0;
  const models = [...new Set(candidate.columns.map(({ model_name: name }) => name))].join(", ");
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      {/* A box that is off keeps the focus, so that its reason can be read by keyboard. */}
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-disabled={off}
        aria-describedby={off ? `${id}-why` : undefined}
        onChange={() => !off && onToggle()}
        className="mt-0.5 size-4.5 shrink-0 accent-accent aria-disabled:opacity-40"
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={id}
          className={cx("flex flex-wrap items-baseline gap-x-2 text-sm", off ? "text-ink-muted" : "text-ink")}
        >
          <span className="font-medium">
            #{candidate.number} {visibleText(candidate.name)}
          </span>
          <span className="text-ink-muted">{visibleText(models)}</span>
        </label>
        <p className="text-xs text-ink-subtle">
          {visibleText(versionWords(candidate.columns))} · {countOf(candidate.cases, "case")}
          {candidate.trials > 1 && ` × ${countOf(candidate.trials, "trial")}`} ·{" "}
          {candidate.scorers.length > 0 ? visibleText(candidate.scorers.join(", ")) : "no scorer"} ·{" "}
          <RelativeTime at={candidate.created_at} />
        </p>
        {off && (
          <ul id={`${id}-why`} className="mt-1 text-xs text-warning">
            {reasons.map((reason) => (
              <li key={reason}>{visibleText(reason)}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
