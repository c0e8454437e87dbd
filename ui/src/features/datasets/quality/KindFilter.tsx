import { CircleCheck } from "lucide-react";
import { Badge } from "@/shared/ui/Badge";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { SUSPICION_HINTS, SUSPICION_NAMES, SUSPICION_TONES, type SuspicionKind, SUSPICIONS } from "./suspicionKinds";
import type { QualityPage } from "./types";

interface KindFilterProps {
  counts: Record<SuspicionKind, number>;
  /** Wrong expected answers are looked for only where enough models answered. */
  keys: QualityPage["wrong_key_check"];
  chosen: SuspicionKind | null;
  onChoose: (kind: SuspicionKind | null) => void;
}

/** What questions are suspected of and how many; pressing one shows only those. */
export function KindFilter({ counts, keys, chosen, onChoose }: KindFilterProps) {
  const none = SUSPICIONS.every((kind) => counts[kind] === 0);
  return (
    <Card aria-label="Suspicions" className="min-w-0 px-2 py-3">
      <h3 className="px-2 text-sm font-semibold text-ink">Suspicious questions</h3>
      <p className="mt-0.5 px-2 text-sm text-ink-muted">
        A suspicion is a reason to check a question, not proof of a fault.
      </p>
      {none && (
        <p className="mt-3 flex items-center gap-2 px-2 text-sm text-success">
          <CircleCheck aria-hidden className="size-4" /> No question is suspicious.
        </p>
      )}
      <ul className="mt-2 flex flex-col">
        {SUSPICIONS.map((kind) => {
          const count = counts[kind];
          const unchecked = kind === "wrong_key" && keys.questions === 0;
          return (
            <li key={kind}>
              <button
                type="button"
                aria-pressed={chosen === kind}
                aria-disabled={(count === 0 && chosen !== kind) || undefined}
                onClick={() => (count > 0 || chosen === kind) && onChoose(chosen === kind ? null : kind)}
                className={cx(
                  "flex w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-surface-hover",
                  "aria-disabled:cursor-default aria-disabled:hover:bg-transparent aria-pressed:bg-accent-soft",
                )}
              >
                <span className="w-24 shrink-0">
                  <Badge tone={count > 0 ? SUSPICION_TONES[kind] : "neutral"}>{SUSPICION_NAMES[kind]}</Badge>
                </span>
                <span className="min-w-0 flex-1 text-xs text-ink-muted">
                  {unchecked ? `Not enough models: ${keys.models} of ${keys.models_needed}` : SUSPICION_HINTS[kind]}
                </span>
                <span className={cx("text-sm tabular-nums", count > 0 ? "font-semibold text-ink" : "text-ink-subtle")}>
                  {unchecked ? "–" : count.toLocaleString("en")}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
