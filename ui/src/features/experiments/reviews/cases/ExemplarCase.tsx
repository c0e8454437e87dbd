import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Verbatim } from "@/shared/ui/Verbatim";
import type { Exemplar, WeakCriterion } from "../types";
import { UNIT, valueText } from "@/shared/charts/estimateText";
import { onScale } from "../reviewPhrasing";

/** One case: what went in, what came out, and each score with its reason. All of it untrusted text. */
export function ExemplarCase({ exemplar, weak }: { exemplar: Exemplar; weak: readonly WeakCriterion[] }) {
  const names = [
    ...new Set([...weak.map(({ name }) => name), ...Object.keys(exemplar.scores), ...Object.keys(exemplar.reasons)]),
  ];
  const said = names.filter((name) => name in exemplar.scores || name in exemplar.reasons);
  const scaleOf = (name: string) => weak.find((each) => each.name === name)?.scale ?? null;
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-2">
      <div className="min-w-0">
        <h3 className="mb-1 text-xs font-medium text-ink-muted">Input</h3>
        <Verbatim label="Input" className="max-h-72 text-sm">
          {exemplar.input}
        </Verbatim>
      </div>
      <div className="min-w-0">
        <h3 className="mb-1 text-xs font-medium text-ink-muted">Current output</h3>
        <Verbatim label="Current output" className="max-h-72 text-sm">
          {exemplar.output}
        </Verbatim>
      </div>
      {said.length > 0 && (
        <ul aria-label="Scores and reasons" className="flex flex-col gap-2 border-t border-line pt-3 lg:col-span-2">
          {said.map((name) => {
            const score = exemplar.scores[name];
            const scale = scaleOf(name);
            const aim = weak.some((each) => each.name === name);
            return (
              <li key={name} className="text-sm">
                <div className="flex flex-wrap items-center gap-2">
                  <span className="font-medium text-ink">{visibleText(name)}</span>
                  {score !== undefined && (
                    <span className="text-ink-muted tabular-nums">
                      {scale ? onScale(score, scale) : valueText(UNIT, score)}
                    </span>
                  )}
                  {aim && <Badge tone="warning">Weak</Badge>}
                </div>
                {exemplar.reasons[name] && (
                  <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-wrap text-ink-muted">
                    {visibleText(exemplar.reasons[name])}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
