import { Figure } from "@/shared/charts/Figure";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { estimateText, SHARE } from "@/shared/charts/estimateText";
import { nameOf } from "../columnNames";
import type { Results } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { repeatLines } from "./overviewFigures";

/** Whether one can rely on an answer: what happens when the same case is asked again. */
export function RepeatedTrials({ results: { columns } }: { results: Results }) {
  const repeated = columns.flatMap((column) => (column.repeats ? [{ column, repeats: column.repeats }] : []));
  const first = repeated[0];
  if (!first) return null;
  const lines = repeatLines(first.repeats.trials);
  const text = (estimate: (typeof first)["repeats"]["flip_rate"]) => (estimate ? estimateText(SHARE, estimate) : "–");
  return (
    <Figure
      title="Consistency across trials"
      reading={
        repeated.length > 1
          ? `${nameOf(first.column.column, columns)}: ${first.repeats.sentence}`
          : first.repeats.sentence
      }
      table={{
        columns: ["Column", ...lines.map(({ name, meaning }) => `${name} (${meaning})`)],
        rows: repeated.map(({ column, repeats }) => ({
          key: String(column.column),
          cells: [nameOf(column.column, columns), ...lines.map(({ key }) => text(repeats[key]))],
        })),
      }}
    >
      <div className="flex flex-col gap-4">
        {repeated.map(({ column, repeats }) => (
          <div key={column.column}>
            {repeated.length > 1 && (
              <p className="mb-1 truncate text-xs font-medium text-ink-muted">{nameOf(column.column, columns)}</p>
            )}
            <dl
              className={cx(
                "grid grid-cols-[minmax(8rem,auto)_minmax(5rem,1fr)_auto] items-center gap-x-3 gap-y-1.5",
                "text-sm",
              )}
            >
              {lines.map(({ key, name }) => {
                const estimate = repeats[key];
                return (
                  <div key={key} className="contents">
                    <dt className="text-ink-muted">{name}</dt>
                    <dd>
                      {estimate && (
                        <ConfidenceIntervalBar interval={estimate} ink={key === "flip_rate" ? "quiet" : "plain"} />
                      )}
                    </dd>
                    <dd className="text-right whitespace-nowrap text-ink">{text(estimate)}</dd>
                  </div>
                );
              })}
            </dl>
          </div>
        ))}
      </div>
    </Figure>
  );
}
