import { visibleText } from "@/shared/format/visibleText";
import { Card } from "@/shared/ui/Card";
import type { WeakCriterion } from "../types";
import { onScale } from "../reviewPhrasing";

/** What the change is meant to improve, with where it stands now. */
export function WeakCriteria({ weak }: { weak: readonly WeakCriterion[] }) {
  if (weak.length === 0) return null;
  return (
    <Card aria-label="Meant to improve" className="px-4 py-3">
      <h2 className="text-sm font-semibold text-ink">Meant to improve</h2>
      <p className="mt-0.5 text-xs text-ink-subtle">Means over the cases that the refiner has seen</p>
      <ul className="mt-2 flex flex-col gap-3">
        {weak.map((each) => (
          <li key={each.name}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span className="min-w-0 font-medium wrap-anywhere text-ink">{visibleText(each.name)}</span>
              <span className="shrink-0 text-ink-muted tabular-nums">{onScale(each.mean, each.scale)}</span>
            </div>
            <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-surface-hover">
              <span
                className="block h-full rounded-full bg-warning-mark"
                style={{ width: `${Math.min(1, Math.max(0, each.mean / each.scale)) * 100}%` }}
              />
            </div>
            {each.description && (
              <p className="mt-1 line-clamp-3 text-xs wrap-anywhere text-ink-subtle">{visibleText(each.description)}</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
