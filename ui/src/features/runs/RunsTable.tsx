import { Link } from "@tanstack/react-router";
import type { RunCard } from "@/api/types";
import { SelectBox } from "@/features/datasets";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { ProgressBar } from "./ProgressBar";
import { RunStateChip } from "./RunStateChip";
import { figuresBy, figureText } from "@/shared/metrics/metricFigures";
import { planWords, versionWords } from "./runPhrasing";

const COLUMNS_SHOWN = 2;

interface RunsTableProps {
  project: string;
  runs: readonly RunCard[];
  /** The key of the metric; null: of each run the one that comes first. */
  metric: string | null;
  selected: ReadonlySet<string>;
  onSelect: (run: string) => void;
}

export function RunsTable({ project, runs, metric, selected, onSelect }: RunsTableProps) {
  const columns: Column<RunCard>[] = [
    {
      key: "name",
      header: "Run",
      lead: true,
      className: "lg:w-[22%]",
      cell: (run) => (
        <div className="flex min-w-0 items-center gap-3">
          <SelectBox
            label={`Select run #${run.number}`}
            checked={selected.has(run.id)}
            onToggle={() => onSelect(run.id)}
          />
          <RunName project={project} run={run} />
        </div>
      ),
    },
    { key: "state", header: "State", className: "lg:w-[12%]", cell: ({ state }) => <RunStateChip state={state} /> },
    { key: "progress", header: "Progress", className: "lg:w-[9%]", cell: (run) => <RunProgress run={run} /> },
    { key: "columns", header: "Columns", className: "lg:w-[14%]", cell: (run) => <RunModels run={run} /> },
    {
      key: "scores",
      header: metric ?? "Score",
      className: "lg:w-[22%]",
      cell: (run) => <Scores run={run} metric={metric} />,
    },
    { key: "cost", header: "Cost", align: "right", className: "lg:w-[9%]", cell: (run) => <RunCost run={run} /> },
    {
      key: "started",
      header: "Started",
      align: "right",
      className: "lg:w-[12%]",
      cell: (run) => <Started run={run} />,
    },
  ];
  return <DataTable caption="Runs of this project" columns={columns} rows={runs} rowKey={({ id }) => id} fixed />;
}

function RunName({ project, run }: { project: string; run: RunCard }) {
  const { plan } = run;
  const dataset = plan.dataset_name ? `${plan.dataset_name} v${plan.dataset_version}` : "no dataset";
  const about = `${versionWords(plan.columns)} · ${dataset}`;
  return (
    <div className="min-w-0 py-0.5">
      <Link
        to="/projects/$slug/runs/$run"
        params={{ slug: project, run: run.id }}
        className={cx(
          "inline-flex min-h-6 max-w-full items-center gap-1.5 rounded font-medium text-ink",
          "hover:text-accent-ink hover:underline",
        )}
      >
        <span className="shrink-0 whitespace-nowrap text-ink-subtle">#{run.number}</span>
        <span title={run.name} className="truncate">
          {run.name}
        </span>
      </Link>
      <p title={about} className="truncate text-xs text-ink-subtle">
        {about}
      </p>
    </div>
  );
}

function RunProgress({ run }: { run: RunCard }) {
  const { cells } = run.plan;
  return (
    <div className="flex w-full min-w-32 flex-col gap-1 lg:min-w-0">
      <ProgressBar
        label={`Progress of run ${run.number}`}
        total={cells}
        answered={run.answered}
        malformed={run.malformed}
        failed={run.failed}
      />
      <span className="flex flex-wrap gap-x-2 text-xs whitespace-nowrap text-ink-muted">
        <span>
          {run.done.toLocaleString("en")} / {cells.toLocaleString("en")}
        </span>
        {run.failed > 0 && <span className="text-error">{run.failed.toLocaleString("en")} failed</span>}
        {run.malformed > 0 && <span className="text-warning">{run.malformed.toLocaleString("en")} malformed</span>}
      </span>
    </div>
  );
}

function RunModels({ run }: { run: RunCard }) {
  const names = [...new Set(run.plan.columns.map((column) => column.model_name))];
  return (
    <div className="min-w-0">
      <p title={names.join(", ")} className="truncate text-ink">
        {names.slice(0, 2).join(", ")}
        {names.length > 2 && <span className="text-ink-subtle"> +{names.length - 2}</span>}
      </p>
      <p title={planWords(run.plan)} className="truncate text-xs text-ink-subtle">
        {planWords(run.plan)}
      </p>
    </div>
  );
}

/** The same numbers as in the results, column by column; the metric is named where each run has its own. */
function Scores({ run, metric }: { run: RunCard; metric: string | null }) {
  const found = figuresBy(run.figures, metric ?? run.metric);
  const known = (found?.columns ?? []).flatMap(({ column, model_name: model }) => {
    const text = figureText(found, column);
    return text === null ? [] : [{ column, model, text }];
  });
  if (!found || known.length === 0) return <span className="text-ink-subtle">–</span>;
  return (
    <div className="min-w-0">
      {metric === null && (
        <p title={found.metric.key} className="truncate text-2xs text-ink-subtle">
          {found.metric.key}
        </p>
      )}
      <ul className="flex flex-col">
        {known.slice(0, COLUMNS_SHOWN).map(({ column, model, text }) => (
          <li key={column} className="flex items-baseline gap-2 text-xs">
            {known.length > 1 && (
              <span title={model} className="min-w-0 truncate text-ink-subtle">
                {model}
              </span>
            )}
            <span className="font-medium whitespace-nowrap text-ink">{text}</span>
          </li>
        ))}
        {known.length > COLUMNS_SHOWN && (
          <li className="text-2xs text-ink-subtle">+{known.length - COLUMNS_SHOWN} more</li>
        )}
      </ul>
    </div>
  );
}

function RunCost({ run }: { run: RunCard }) {
  const doubt = readMoney(run.in_doubt_usd) ?? 0;
  return (
    <div>
      <span className="whitespace-nowrap">{formatMoney(readMoney(run.cost_usd))}</span>
      <SimulatedMark block money={run.money} />
      {doubt > 0 && <p className="text-2xs whitespace-nowrap text-warning">+ {formatMoney(doubt)} in doubt</p>}
    </div>
  );
}

function Started({ run }: { run: RunCard }) {
  return (
    <div className="min-w-0 text-ink-muted">
      <RelativeTime at={run.created_at} />
      <p title={run.created_by} className="truncate text-xs text-ink-subtle">
        {run.created_by}
      </p>
    </div>
  );
}
