import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, CalendarClock, Hand, Shuffle, SquareTerminal } from "lucide-react";
import type { ReactNode } from "react";
import { duration, ProgressBar } from "@/features/runs";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { rangeText, SHARE, UNIT, valueText } from "@/shared/charts/estimateText";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { exactTime } from "@/shared/format/formatTime";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { NoValue } from "@/shared/ui/NoValue";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Tooltip } from "@/shared/ui/Tooltip";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { CHANGE_WORDS, reasonWords, TRIGGER_WORDS } from "../suiteStates";
import { ExecutionChip } from "../SuiteChip";
import type { Execution, Trigger } from "../types";

/**
 * Every time the suite ran, or should have: what came of it, what it cost, and what was different from the time before.
 */
export function ExecutionsTable({
  project,
  executions,
  short = false,
}: {
  project: string;
  executions: readonly Execution[];
  short?: boolean;
}) {
  const columns: Column<Execution>[] = [
    {
      key: "name",
      header: "Run",
      lead: true,
      className: "lg:w-[25%]",
      cell: (row) => <ExecutionName project={project} row={row} />,
    },
    { key: "score", header: "Score, 0 to 1", className: "lg:w-[20%]", cell: (row) => <ExecutionScore row={row} /> },
    // Beside the recipe there is no room for it.
    ...(short
      ? []
      : [
          {
            key: "pass",
            header: "Pass rate",
            align: "right" as const,
            className: "lg:w-[9%]",
            cell: ({ pass_rate: rate }: Execution) => (rate === null ? <NoValue /> : valueText(SHARE, rate)),
          },
        ]),
    {
      key: "cost",
      header: "Cost",
      align: "right",
      className: short ? "lg:w-[14%]" : "lg:w-[11%]",
      cell: (row) => <ExecutionCost row={row} />,
    },
    {
      key: "changes",
      header: "Since the previous run",
      className: short ? "lg:w-[24%]" : "lg:w-[21%]",
      cell: (row) => <ExecutionChanges row={row} />,
    },
    {
      key: "when",
      header: "Started",
      align: "right",
      className: short ? "lg:w-[17%]" : "lg:w-[14%]",
      cell: (row) => <ExecutionTime row={row} />,
    },
  ];
  return <DataTable caption="Runs of this suite" columns={columns} rows={executions} rowKey={({ id }) => id} fixed />;
}

const TRIGGER_ICONS: Record<Trigger, ReactNode> = {
  manual: <Hand aria-hidden />,
  schedule: <CalendarClock aria-hidden />,
  api: <SquareTerminal aria-hidden />,
};

function ExecutionName({ project, row }: { project: string; row: Execution }) {
  const why = row.problem ?? reasonWords(row.reason);
  const trigger = TRIGGER_WORDS[row.trigger] + (row.trigger === "schedule" ? "" : `, ${row.created_by}`);
  return (
    <div className="min-w-0 py-0.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {row.run_id === null ? (
          <span className="inline-flex min-h-6 items-center font-medium text-ink-muted">#{row.number}</span>
        ) : (
          <Link
            to="/projects/$slug/runs/$run/results"
            params={{ slug: project, run: row.run_id }}
            search={{}}
            className={cx(
              "inline-flex min-h-6 items-center rounded font-medium text-ink",
              "hover:text-accent-ink hover:underline",
            )}
          >
            #{row.number}
          </Link>
        )}
        {/* Completed is what is expected: only what differs stands out. */}
        {row.state === "completed" ? <span className="sr-only">completed</span> : <ExecutionChip state={row.state} />}
        {row.override && (
          <Tooltip text={`Another model for this run: ${row.override.model_name}`}>
            <span className="inline-flex">
              <Badge tone="lilac" icon={<Shuffle aria-hidden />}>
                {row.override.model_name}
              </Badge>
            </span>
          </Tooltip>
        )}
      </div>
      <p className="flex items-center gap-1 text-xs text-ink-subtle [&_svg]:size-3.5 [&_svg]:shrink-0">
        {TRIGGER_ICONS[row.trigger]}{" "}
        <span title={trigger} className="truncate">
          {trigger}
        </span>
      </p>
      {why && (
        <p title={visibleText(why)} className="line-clamp-2 text-xs wrap-anywhere text-warning">
          {visibleText(why)}
        </p>
      )}
    </div>
  );
}

function ExecutionScore({ row: { score, low, high, state, number, cells, done } }: { row: Execution }) {
  if (state === "running") return <ExecutionProgress number={number} cells={cells} done={done} />;
  if (score === null) return <NoValue />;
  const interval = low === null || high === null ? null : { value: score, low, high };
  return (
    <div className="w-full max-w-56 min-w-32">
      <p className="flex items-baseline gap-1.5 whitespace-nowrap">
        <span className="font-medium text-ink">{valueText(UNIT, score)}</span>
        {interval && <span className="text-2xs text-ink-subtle">{rangeText(UNIT, interval)}</span>}
      </p>
      {interval && <ConfidenceIntervalBar interval={interval} />}
    </div>
  );
}

function ExecutionProgress({ number, cells, done }: Pick<Execution, "number" | "cells" | "done">) {
  return (
    <div className="flex w-full min-w-32 flex-col gap-1">
      <ProgressBar label={`Progress of suite run ${number}`} total={cells} answered={done} malformed={0} failed={0} />
      <span className="text-xs whitespace-nowrap text-ink-muted">
        {done.toLocaleString("en")} / {cells.toLocaleString("en")}
      </span>
    </div>
  );
}

function ExecutionCost({ row: { cost_usd: cost, expected_usd: forecast, money, run_id: run } }: { row: Execution }) {
  if (run === null) return <NoValue />;
  return (
    <span className="block text-right whitespace-nowrap">
      {formatMoney(readMoney(cost))}
      <SimulatedMark block money={money} />
      {forecast !== null && (
        <span title="Expected cost before the start" className="block text-2xs text-ink-subtle">
          exp. {formatMoney(readMoney(forecast))}
        </span>
      )}
    </span>
  );
}

const SHOWN = 2;

function ExecutionChanges({ row: { changes, number } }: { row: Execution }) {
  if (changes.length === 0)
    return <span className="text-xs text-ink-subtle">{number === 1 ? "the first run" : "nothing changed"}</span>;
  return (
    <ul className="flex min-w-0 flex-col gap-1">
      {changes.slice(0, SHOWN).map(({ what, words }) => (
        <li key={`${what} ${words}`} className="min-w-0 text-xs">
          <Badge tone="info" icon={<ArrowLeftRight aria-hidden />}>
            {CHANGE_WORDS[what] ?? what}
          </Badge>
          <span title={visibleText(words)} className="mt-0.5 line-clamp-2 wrap-anywhere text-ink-muted">
            {visibleText(words)}
          </span>
        </li>
      ))}
      {changes.length > SHOWN && <li className="text-2xs text-ink-subtle">+{changes.length - SHOWN} more</li>}
    </ul>
  );
}

function ExecutionTime({
  row: { created_at: began, finished_at: ended, due_at: due, run_id: run },
}: {
  row: Execution;
}) {
  const took = run !== null && ended ? (new Date(ended).getTime() - new Date(began).getTime()) / 1_000 : null;
  return (
    <span className="text-ink-muted">
      <RelativeTime at={began} />
      {took !== null && <span className="block text-2xs text-ink-subtle">took {duration(took)}</span>}
      {run === null && due && <span className="block text-2xs text-ink-subtle">due {exactTime(new Date(due))}</span>}
    </span>
  );
}
