import { Link } from "@tanstack/react-router";
import { mirrored } from "@/shared/charts/axis";
import { Figure } from "@/shared/charts/Figure";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { changeText, type Scale } from "@/shared/charts/estimateText";
import { Select } from "@/shared/ui/Select";
import { nameOf } from "../columnNames";
import type { ColumnComparison, Results } from "@/api/types";
import { MinimumEffect } from "@/shared/verdicts/MinimumEffect";
import { DecideNext } from "../verdict/DecideNext";
import { ComparisonChip } from "@/shared/verdicts/VerdictChip";
import { VerdictDetails } from "../verdict/VerdictDetails";
import { comparisonWord, VERDICT_INKS } from "@/shared/verdicts/verdictPhrasing";
import { comparisonsReading, holmWords } from "./overviewFigures";

interface BaselineComparisonProps {
  project: string;
  prompt: string | null;
  results: Results;
  scale: Scale;
  onBase: (base: number) => void;
  onMinimum: (minimum: number | undefined) => void;
}

/** All other columns held against one, on the same cases. */
export function BaselineComparison({ project, prompt, results, scale, onBase, onMinimum }: BaselineComparisonProps) {
  const { columns, comparisons, base, minimum_effect: minimum } = results;
  const domain = mirrored(comparisons.flatMap(({ effect }) => (effect ? [effect.low, effect.high] : [])));
  const rows = comparisons.map((one) => ({
    key: String(one.column),
    cells: [
      nameOf(one.column, columns),
      comparisonWord(one),
      one.effect ? changeText(scale, one.effect.value) : "–",
      one.effect ? `${changeText(scale, one.effect.low)} to ${changeText(scale, one.effect.high)}` : "–",
      one.cases.toLocaleString("en"),
    ],
  }));
  return (
    <Figure
      title="Compare columns with each other"
      reading={comparisonsReading(comparisons, nameOf(base, columns))}
      table={{ columns: ["Column", "Verdict", "Difference", "95% interval", "Cases"], rows }}
      actions={
        <Select
          label="Compare with"
          size="xs"
          className="w-44"
          value={String(base)}
          onChange={(next) => onBase(Number(next))}
          options={columns.map(({ column }) => ({ value: String(column), label: `Base: ${nameOf(column, columns)}` }))}
        />
      }
      note={
        <>
          <MinimumEffect key={scale.top} value={minimum} scale={scale} onChange={onMinimum} />
          <p className="mt-1.5">{holmWords(comparisons)}</p>
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {comparisons.map((one) => (
          <ComparisonLine
            key={one.column}
            project={project}
            prompt={prompt}
            run={results.run}
            comparison={one}
            name={nameOf(one.column, columns)}
            scale={scale}
            domain={domain}
            together={comparisons.length}
            decide={{ minimum, metric: results.measure.key }}
          />
        ))}
      </ul>
    </Figure>
  );
}

interface ComparisonLineProps extends Pick<BaselineComparisonProps, "project" | "prompt" | "scale"> {
  run: string;
  comparison: ColumnComparison;
  name: string;
  domain: ReturnType<typeof mirrored>;
  together: number;
  decide: { minimum: number; metric: string };
}

function ComparisonLine({
  project,
  prompt,
  run,
  comparison,
  name,
  scale,
  domain,
  together,
  decide,
}: ComparisonLineProps) {
  const { effect, verdict, sentence, next_step: next, column, base } = comparison;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto_minmax(8rem,14rem)_auto]">
        <span className="truncate text-sm font-medium text-ink">{name}</span>
        <ComparisonChip comparison={comparison} />
        {effect ? (
          <ConfidenceIntervalBar interval={effect} domain={domain} mark={0} ink={VERDICT_INKS[verdict]} />
        ) : (
          <span className="text-xs text-ink-subtle">nothing to compare</span>
        )}
        {effect && <span className="text-sm whitespace-nowrap text-ink">{changeText(scale, effect.value)}</span>}
      </div>
      <p className="mt-1.5 max-w-prose text-sm text-ink-muted">
        {sentence} {next}
      </p>
      <DecideNext
        project={project}
        comparison={comparison}
        wanted={{ ...decide, run, other: run, column, otherColumn: base }}
      />
      <div className="mt-1 flex flex-wrap items-start gap-x-4">
        <div className="min-w-0 flex-1">
          <VerdictDetails comparison={comparison} scale={scale} together={together} />
        </div>
        {prompt && (
          <Link
            to="/projects/$slug/workbench/$prompt"
            params={{ slug: project, prompt }}
            search={{ run, compare: run, ...(column ? { column } : {}), ...(base ? { other_column: base } : {}) }}
            className="rounded pt-1 text-sm text-accent-ink hover:underline"
          >
            Case by case
          </Link>
        )}
      </div>
    </li>
  );
}
