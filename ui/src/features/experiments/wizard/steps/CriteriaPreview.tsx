import { visibleText } from "@/shared/format/visibleText";
import { formatPercent } from "@/shared/format/quantities";

interface PreviewedCriterion {
  name: string;
  description: string;
  weight: number;
  scale: number;
}

/** The criteria of a rubric with their weights, to read before they are used. */
export function CriteriaPreview({ criteria }: { criteria: readonly PreviewedCriterion[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {criteria.map(({ name, description, weight, scale }) => (
        <li key={name} className="flex items-start gap-3 px-3 py-2.5 text-sm">
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere text-ink">{visibleText(name)}</p>
            <p className="wrap-anywhere text-ink-muted">{visibleText(description)}</p>
          </div>
          <span className="shrink-0 text-right text-ink">
            {formatPercent(weight)}
            <span className="block text-xs text-ink-subtle">0 to {scale}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
