import { Link } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { Sparkline } from "@/shared/charts/Sparkline";
import { rangeText, UNIT, valueText } from "@/shared/charts/estimateText";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Tooltip } from "@/shared/ui/Tooltip";
import { reasonWords } from "../suiteStates";
import { ExecutionChip, SuiteChip } from "../SuiteChip";
import type { ExecutionState, SuiteCard } from "../types";
import { datasetWords, promptWords } from "../recipePhrasing";

/** What a sparkline needs to be more than a dot. */
const FEWEST_POINTS = 2;

export function SuitesTable({ project, suites }: { project: string; suites: readonly SuiteCard[] }) {
  const columns: Column<SuiteCard>[] = [
    {
      key: "name",
      header: "Suite",
      lead: true,
      className: "lg:w-[29%]",
      cell: (suite) => <SuiteName project={project} suite={suite} />,
    },
    { key: "last", header: "Last run", className: "lg:w-[15%]", cell: (suite) => <Last suite={suite} /> },
    { key: "score", header: "Score, 0 to 1", className: "lg:w-[20%]", cell: (suite) => <SuiteScore suite={suite} /> },
    { key: "models", header: "Models", className: "lg:w-[13%]", cell: (suite) => <SuiteModels suite={suite} /> },
    { key: "schedule", header: "Schedule", className: "lg:w-[13%]", cell: (suite) => <Schedule suite={suite} /> },
    {
      key: "limit",
      header: "Limit per day",
      align: "right",
      className: "lg:w-[10%]",
      cell: ({ daily_limit_usd: limit }) =>
        limit === null ? <span className="text-ink-subtle">none</span> : formatMoney(readMoney(limit)),
    },
  ];
  return <DataTable caption="Suites of this project" columns={columns} rows={suites} rowKey={({ id }) => id} fixed />;
}

function SuiteName({ project, suite }: { project: string; suite: SuiteCard }) {
  const about = [...suite.prompts.map(promptWords), ...(suite.dataset ? [datasetWords(suite.dataset)] : [])].join(
    " · ",
  );
  return (
    <div className="min-w-0 py-0.5">
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to="/projects/$slug/suites/$suite"
          params={{ slug: project, suite: suite.id }}
          search={{}}
          className={cx(
            "inline-flex min-h-6 min-w-0 items-center rounded font-medium text-ink",
            "hover:text-accent-ink hover:underline",
          )}
        >
          <span title={suite.name} className="truncate">
            {visibleText(suite.name)}
          </span>
        </Link>
        {/* Active is what is expected: only what differs stands out. */}
        {suite.state === "active" ? <span className="sr-only">active</span> : <SuiteChip state={suite.state} />}
      </div>
      <p title={about} className="truncate text-xs text-ink-subtle">
        {visibleText(about)}
      </p>
    </div>
  );
}

function Last({ suite: { last } }: { suite: SuiteCard }) {
  if (!last) return <span className="text-xs text-ink-subtle">never ran</span>;
  const why = last.problem ?? reasonWords(last.reason);
  const chip = <ExecutionChip state={last.state as ExecutionState} />;
  return (
    <div className="min-w-0">
      {why ? (
        <Tooltip text={why}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
              the reason has to be reachable without a mouse */}
          <span tabIndex={0} className="inline-flex rounded">
            {chip}
          </span>
        </Tooltip>
      ) : (
        chip
      )}
      <p className="mt-0.5 text-xs whitespace-nowrap text-ink-subtle">
        <span className="text-ink-muted">#{last.number}</span> <RelativeTime at={last.at} />
      </p>
    </div>
  );
}

function SuiteScore({ suite: { scored, recent } }: { suite: SuiteCard }) {
  const known = recent.filter((score): score is number => score !== null);
  if (!scored) return <span className="text-ink-subtle">–</span>;
  const newest = scored.score;
  const range =
    scored.low === null || scored.high === null ? null : rangeText(UNIT, { low: scored.low, high: scored.high });
  return (
    <div className="flex items-center gap-3">
      <span className="w-20 shrink-0 whitespace-nowrap">
        <span className="font-medium text-ink">{valueText(UNIT, newest)}</span>
        {range && <span className="block text-2xs text-ink-subtle">{range}</span>}
      </span>
      {known.length >= FEWEST_POINTS && (
        <Sparkline
          values={recent}
          label={
            `The last ${known.length} scores, ` +
            `from ${valueText(UNIT, known[0] ?? newest)} to ${valueText(UNIT, newest)}`
          }
        />
      )}
    </div>
  );
}

function SuiteModels({ suite: { targets } }: { suite: SuiteCard }) {
  const names = [...new Set(targets.map(({ model_name: name }) => name))];
  const [first = "", second, ...more] = names;
  return (
    <div title={names.join(", ")} className="min-w-0">
      <p className="truncate text-ink">{first}</p>
      {second && (
        <p className="truncate text-xs text-ink-subtle">{more.length > 0 ? `and ${more.length + 1} more` : second}</p>
      )}
    </div>
  );
}

function Schedule({ suite: { monitors, state, next_due_at: next } }: { suite: SuiteCard }) {
  if (monitors === 0) return <span className="text-xs text-ink-subtle">by hand</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-muted">
      <CalendarClock aria-hidden className="size-4 shrink-0 text-ink-subtle" />
      {state === "active" && next ? (
        <RelativeTime at={next} />
      ) : (
        <span className="text-xs">{next ? state : "switched off"}</span>
      )}
    </span>
  );
}
