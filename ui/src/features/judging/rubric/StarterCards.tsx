import { Sparkles } from "lucide-react";
import { countOf } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { type Starter, STARTERS } from "./starterRubrics";

/** Ready-made rubrics: one press fills the table, and everything can still be changed. */
export function StarterCards({ onChoose }: { onChoose: (starter: Starter) => void }) {
  return (
    <section aria-label="Start from a ready-made rubric">
      <p className="mb-1.5 flex items-center gap-1.5 text-xs font-medium text-ink-muted">
        <Sparkles aria-hidden className="size-3.5" /> Start from one of these
      </p>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {STARTERS.map((starter) => (
          <li key={starter.key} className="flex">
            <button
              type="button"
              onClick={() => onChoose(starter)}
              className={cx(
                "flex min-w-0 flex-1 flex-col rounded-lg border border-line bg-raised px-3 py-2",
                "text-left transition-colors hover:border-line-strong hover:bg-surface",
              )}
            >
              <span className="flex w-full items-baseline justify-between gap-2 text-sm font-medium text-ink">
                {starter.title}
                <span className="text-2xs font-normal text-ink-subtle">
                  {countOf(starter.criteria.length, "criterion", "criteria")}
                </span>
              </span>
              <span className="text-xs text-ink-muted">{starter.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
