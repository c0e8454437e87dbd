import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { changeText, estimateText, rangeText, type Scale, SHARE, valueText } from "@/shared/charts/estimateText";
import { countOf, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { NoFigure } from "@/shared/ui/FigureCard";
import { nameOf } from "../columnNames";
import { NumberButton } from "../NumberButton";
import type { WantedCells } from "../resultsUrlState";
import { scaleWords } from "../gradeScale";
import type { ColumnResult, Results } from "@/api/types";
import { ComparisonChip } from "@/shared/verdicts/VerdictChip";
import { VERDICT_INKS } from "@/shared/verdicts/verdictPhrasing";
import { type MoneyKind, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { percentChange } from "./overviewFigures";
import { LabelledMark } from "./LabelledMark";

interface KpiCardsProps {
  project: string;
  /** The prompt in whose workbench two runs are compared. */
  prompt: string | null;
  results: Results;
  scale: Scale;
  money: MoneyKind;
  onCells: (wanted: WantedCells) => void;
}

/** The four numbers people look for first; those of one column say which. */
export function KpiCards({ project, prompt, results, scale, money, onCells }: KpiCardsProps) {
  const { columns, base, pairwise } = results;
  // The column of the headline. The change since the run before is that of the base column.
  const column = columns.find((one) => one.column === (results.best ?? base)) ?? columns[0];
  if (!column) return null;
  const of = columns.length > 1 ? nameOf(column.column, columns) : null;
  const changed = columns.length > 1 ? nameOf(base, columns) : null;
  const ranked = pairwise?.items.find((item) => item.column === column.column)?.win_rate ?? null;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <ScoreCard results={results} column={column} scale={scale} of={of} onCells={onCells} />
      <ChangeCard project={project} prompt={prompt} results={results} scale={scale} of={changed} />
      {ranked ? (
        <ShareCard
          title="Pairwise win rate"
          estimate={ranked}
          of={of}
          words={`of ${countOf(ranked.n, "duel")}, ties count half`}
        />
      ) : (
        <PassCard column={column} of={of} onCells={onCells} />
      )}
      <RunCostCard columns={columns} money={money} />
    </div>
  );
}

function Kpi({ title, of, children }: { title: string; of: string | null; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-h-33 min-w-0 flex-col rounded-lg border border-line bg-raised px-4 py-3"
    >
      <h3 className="flex items-baseline gap-2 text-xs font-medium text-ink-muted">
        <span title={title} className="min-w-0 truncate">
          {title}
        </span>
        {of && (
          <span title={of} className="ml-auto min-w-0 truncate font-normal text-ink-subtle">
            {of}
          </span>
        )}
      </h3>
      {children}
    </section>
  );
}

const BIG = "text-2xl font-semibold tracking-tight text-ink";

function ScoreCard({
  results,
  column,
  scale,
  of,
  onCells,
}: {
  results: Results;
  column: ColumnResult;
  scale: Scale;
  of: string | null;
  onCells: KpiCardsProps["onCells"];
}) {
  const { composite } = column;
  const title = results.measure.key;
  if (!composite)
    return (
      <Kpi title={title} of={of}>
        <NoFigure>No answer has a score yet.</NoFigure>
      </Kpi>
    );
  const [value, ...rest] = estimateText(scale, composite).split(" ");
  return (
    <Kpi title={title} of={of}>
      <NumberButton of={title} className="mt-1 self-start text-left" onClick={() => onCells({ column: column.column })}>
        <span className={BIG}>{value}</span>{" "}
        <span className="text-base text-ink-muted">
          {rest.join(" ")} {scaleWords(scale)}
        </span>
      </NumberButton>
      <div className="mt-2">
        <ConfidenceIntervalBar interval={composite} />
      </div>
      <p className="mt-auto pt-1 text-xs text-ink-subtle">{countOf(composite.clusters, "case")}, 95% interval</p>
      <LabelledMark measure={results.measure} row={column} />
    </Kpi>
  );
}

function ChangeCard({
  project,
  prompt,
  results: { previous, run, base },
  scale,
  of,
}: Omit<KpiCardsProps, "onCells" | "money"> & { of: string | null }) {
  const title = "Change to the run before";
  if (!previous)
    return (
      <Kpi title={title} of={null}>
        <NoFigure>There is no earlier run of this prompt on these cases.</NoFigure>
      </Kpi>
    );
  const { comparison, number, run: other } = previous;
  const { effect, base_mean: before } = comparison;
  return (
    <Kpi title={title} of={of}>
      <p className="mt-1 flex flex-wrap items-center gap-x-2">
        <span className={BIG}>{effect ? changeText(scale, effect.value) : "–"}</span>
        {effect && before && (
          <span className="text-base text-ink-muted">{percentChange(before.value, effect.value)}</span>
        )}
        <ComparisonChip comparison={comparison} />
      </p>
      {effect && (
        <div className="mt-2">
          <ConfidenceIntervalBar
            interval={effect}
            domain={reach(effect)}
            mark={0}
            ink={VERDICT_INKS[comparison.verdict]}
          />
        </div>
      )}
      <p className="mt-auto pt-1 text-xs text-ink-subtle">
        {effect && (
          <>
            {changeText(scale, effect.low)} to {changeText(scale, effect.high)} ·{" "}
          </>
        )}
        {prompt ? (
          <Link
            to="/projects/$slug/workbench/$prompt"
            params={{ slug: project, prompt }}
            search={{
              run,
              compare: other,
              ...(base ? { column: base } : {}),
              ...(previous.column ? { other_column: previous.column } : {}),
            }}
            className="rounded text-accent-ink hover:underline"
          >
            Compare with run #{number}
          </Link>
        ) : (
          `run #${number}`
        )}
      </p>
    </Kpi>
  );
}

function reach({ low, high }: { low: number; high: number }) {
  const far = Math.max(Math.abs(low), Math.abs(high), 1e-6) * 1.1;
  return { low: -far, high: far };
}

function PassCard({
  column,
  of,
  onCells,
}: {
  column: ColumnResult;
  of: string | null;
  onCells: KpiCardsProps["onCells"];
}) {
  const { pass_rate: rate } = column;
  if (!rate)
    return (
      <Kpi title="Pass rate" of={of}>
        <NoFigure>No answer was judged pass or fail.</NoFigure>
      </Kpi>
    );
  return (
    <ShareCard
      title="Pass rate"
      estimate={rate}
      of={of}
      words={`of ${countOf(rate.n, "answer")}`}
      onClick={() => onCells({ column: column.column })}
    />
  );
}

function ShareCard({
  title,
  estimate,
  of,
  words,
  onClick,
}: {
  title: string;
  estimate: NonNullable<ColumnResult["pass_rate"]>;
  of: string | null;
  words: string;
  onClick?: () => void;
}) {
  const number = (
    <>
      <span className={BIG}>{valueText(SHARE, estimate.value)}</span>{" "}
      <span className="text-base text-ink-muted">({rangeText(SHARE, estimate)})</span>
    </>
  );
  return (
    <Kpi title={title} of={of}>
      {onClick ? (
        <NumberButton of={title} className="mt-1 self-start text-left" onClick={onClick}>
          {number}
        </NumberButton>
      ) : (
        <p className="mt-1">{number}</p>
      )}
      <div className="mt-2">
        <ConfidenceIntervalBar interval={estimate} />
      </div>
      <p className="mt-auto pt-1 text-xs text-ink-subtle">{words}, 95% interval</p>
    </Kpi>
  );
}

function RunCostCard({ columns, money }: { columns: readonly ColumnResult[]; money: MoneyKind }) {
  const sum = (of: (column: ColumnResult) => number) => columns.reduce((all, column) => all + of(column), 0);
  const targets = sum(({ cost_usd: cost }) => readMoney(cost) ?? 0);
  const judges = sum(({ judge_cost_usd: cost }) => readMoney(cost) ?? 0);
  return (
    <Kpi title="Cost of the run" of={columns.length > 1 ? countOf(columns.length, "column") : null}>
      <p className="mt-1">
        <span className={BIG}>{formatMoney(targets + judges)}</span>
        <SimulatedMark money={money} />
      </p>
      <dl className="mt-auto grid grid-cols-[1fr_auto] gap-x-3 text-xs text-ink-muted">
        <dt>Answers</dt>
        <dd className="text-ink">{formatMoney(targets)}</dd>
        <dt>Judges</dt>
        <dd className="text-ink">{formatMoney(judges)}</dd>
        <dt>Tokens of answers</dt>
        <dd className="text-ink">{formatTokens(sum(({ tokens }) => tokens))}</dd>
      </dl>
    </Kpi>
  );
}
