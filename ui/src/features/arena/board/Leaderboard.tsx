import { Link } from "@tanstack/react-router";
import { Flag, TriangleAlert } from "lucide-react";
import { parameterWords } from "@/features/runs";
import { around, covering, type Domain, niceTicks, SHARES } from "@/shared/charts/axis";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { estimateText, rangeText, type Scale, SHARE, valueText } from "@/shared/charts/estimateText";
import { formatLatency, formatMoney } from "@/shared/format/quantities";
import { isProvider, PROVIDER_NAMES } from "@/shared/format/providers";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { NoValue } from "@/shared/ui/NoValue";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { Tooltip } from "@/shared/ui/Tooltip";
import { moneyOf, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { ValueWithRange } from "@/shared/ui/ValueWithRange";
import { beatenWords, costWords } from "../frontier/frontierPhrasing";
import type { Names } from "../entryNames";
import { STANDING_HINTS, STANDING_WORDS, standingOf } from "../entryStanding";
import type { Board, BoardRow } from "../types";
import { inOrder, rankRange, rankText, rankWords, type RowOrder } from "../leaderboardPhrasing";

interface LeaderboardProps {
  project: string;
  board: Board;
  names: Names;
  scale: Scale;
  order: RowOrder;
}

/** Everybody with the rank, how sure it is, and at what price it comes. */
export function Leaderboard({ project, board, names, scale, order }: LeaderboardProps) {
  const { rows } = board;
  // One axis for all rows, as near as the whiskers allow: what overlaps is seen at once.
  const domain = around(
    niceTicks(
      covering(
        rows.flatMap(({ grade }) => (grade ? [grade.low, grade.high] : [])),
        0.03,
        SHARES,
      ),
      4,
    ),
  );
  const numbers = new Map(board.runs.map(({ run, number }) => [run, number]));
  const judged = rows.some(({ pass_rate: rate }) => rate !== null);
  const columns: Column<BoardRow>[] = [
    {
      key: "name",
      header: "Entry",
      lead: true,
      className: "lg:min-w-64",
      cell: (row) => <Contestant project={project} row={row} rows={rows} numbers={numbers} />,
    },
    {
      key: "grade",
      header: `Score (axis ${rangeText(scale, domain)})`,
      className: "sm:max-lg:col-span-2",
      cell: (row) => <Grade row={row} scale={scale} domain={domain} />,
    },
    ...(judged
      ? [
          {
            key: "pass",
            header: "Pass rate",
            align: "right" as const,
            cell: ({ pass_rate: rate }: BoardRow) =>
              rate ? (
                <ValueWithRange text={valueText(SHARE, rate.value)} range={rangeText(SHARE, rate)} />
              ) : (
                <NoValue />
              ),
          },
        ]
      : []),
    {
      key: "cost",
      header: "Cost per answer",
      align: "right",
      cell: ({ cost_per_answer_usd: cost, provider }) =>
        cost ? (
          <Tooltip text={costWords(cost)}>
            <span className="whitespace-nowrap">
              {formatMoney(cost.value)}
              <SimulatedMark block money={moneyOf(provider)} />
            </span>
          </Tooltip>
        ) : (
          <span className="text-ink-subtle">unknown</span>
        ),
    },
    {
      key: "latency",
      header: "Latency, median / p95",
      align: "right",
      cell: ({ latency_p50_ms: half, latency_p95_ms: most }) =>
        half === null ? (
          <NoValue />
        ) : (
          <ValueWithRange text={formatLatency(half)} range={most === null ? "" : `p95 ${formatLatency(most)}`} />
        ),
    },
    { key: "answers", header: "Answers", align: "right", cell: (row) => <Answers row={row} /> },
    {
      key: "standing",
      header: "Value for money",
      width: "class",
      className: "lg:min-w-36",
      cell: (row) => <Stand row={row} names={names} />,
    },
  ];
  return (
    <div className="lg:overflow-x-auto">
      <DataTable
        caption="Leaderboard"
        columns={columns}
        rows={inOrder(rows, order)}
        rowKey={({ entry }) => String(entry)}
      />
    </div>
  );
}

function Contestant({
  project,
  row,
  rows,
  numbers,
}: {
  project: string;
  row: BoardRow;
  rows: readonly BoardRow[];
  numbers: ReadonlyMap<string, number>;
}) {
  const range = rankRange(row);
  const parameters = parameterWords(row.parameters);
  const prompt = row.prompt_version === 0 ? row.prompt_name : `${visibleText(row.prompt_name)} v${row.prompt_version}`;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Tooltip text={rankWords(row, rows)}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
            how sure a rank is must be reached without a mouse */}
        <span tabIndex={0} className="flex w-11 shrink-0 flex-col items-center rounded leading-4">
          <span className="sr-only">{rankWords(row, rows)}</span>
          <span aria-hidden className="text-lg font-semibold text-ink">
            {rankText(row, rows)}
          </span>
          {range && (
            <span aria-hidden className="text-2xs whitespace-nowrap text-ink-subtle">
              {range.replace(" to ", "–")}
            </span>
          )}
        </span>
      </Tooltip>
      {isProvider(row.provider) && (
        <>
          <ProviderMark provider={row.provider} size="sm" />
          <span className="sr-only">{PROVIDER_NAMES[row.provider]}</span>
        </>
      )}
      <div className="min-w-0">
        <p title={row.name} className="truncate font-medium text-ink">
          {visibleText(row.model_name)}
        </p>
        <p className="flex min-w-0 items-center gap-x-1.5 text-2xs whitespace-nowrap text-ink-subtle">
          <span title={prompt} className="truncate">
            {prompt}
          </span>
          {parameters && <span className="shrink-0">{parameters}</span>}
          {row.runs.map(({ run }) => (
            <Link
              key={run}
              to="/projects/$slug/runs/$run/results"
              params={{ slug: project, run }}
              search={{}}
              className="inline-flex min-h-6 shrink-0 items-center rounded text-accent-ink hover:underline"
            >
              Run #{numbers.get(run) ?? "?"}
            </Link>
          ))}
        </p>
      </div>
    </div>
  );
}

function Grade({ row: { grade, inconclusive }, scale, domain }: { row: BoardRow; scale: Scale; domain: Domain }) {
  if (!grade) return <NoValue />;
  return (
    <div className="flex flex-col gap-0.5">
      <div className="min-w-20 flex-1">
        <ConfidenceIntervalBar interval={grade} domain={domain} ink={inconclusive ? "quiet" : "plain"} />
      </div>
      <span className="min-w-30 shrink-0 text-right font-medium whitespace-nowrap text-ink lg:text-left">
        {estimateText(scale, grade)}
      </span>
    </div>
  );
}

function Answers({ row: { answers, errors, inconclusive } }: { row: BoardRow }) {
  const all = errors.target + errors.judge;
  const words =
    `${errors.target.toLocaleString("en")} without an answer, ` +
    `${errors.judge.toLocaleString("en")} that no judge could score. Errors are never counted as zeros.`;
  return (
    <span className="block text-right whitespace-nowrap">
      {answers.toLocaleString("en")}
      {all > 0 && (
        <Tooltip text={words}>
          <span
            /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
               the reason must be reached without a mouse */
            tabIndex={0}
            className="flex items-center justify-end gap-1 rounded text-2xs text-warning [&_svg]:size-3"
          >
            {inconclusive && <TriangleAlert aria-hidden />}
            {all.toLocaleString("en")} {all === 1 ? "error" : "errors"}
            <span className="sr-only">: {words}</span>
          </span>
        </Tooltip>
      )}
    </span>
  );
}

function Stand({ row, names }: { row: BoardRow; names: Names }) {
  const standing = standingOf(row);
  if (standing === null) return <span className="text-xs text-ink-subtle">not rated</span>;
  if (standing === "frontier")
    return (
      <Tooltip text={STANDING_HINTS.frontier}>
        <span className="inline-flex">
          <Badge tone="accent" icon={<Flag aria-hidden />}>
            {STANDING_WORDS.frontier}
          </Badge>
        </span>
      </Tooltip>
    );
  return (
    <span className="block text-xs text-ink-muted">
      {standing === "beaten" ? beatenWords(row, names) : STANDING_WORDS.close}
      {row.on_fast_frontier && ", but this entry is faster"}
    </span>
  );
}
