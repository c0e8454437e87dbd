import type { ReactNode } from "react";
import type { RunCard } from "@/api/types";
import { isWorking, ProgressBar, RunStateChip } from "@/features/runs";
import { estimateText } from "@/shared/charts/estimateText";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { figuresBy, metricScale } from "@/shared/metrics/metricFigures";
import { Checkbox } from "@/shared/ui/Checkbox";
import { cx } from "@/shared/ui/cx";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { gradeColor } from "../cells/cellGrade";

interface HistoryItemProps {
  run: RunCard;
  shown: boolean;
  chosen: boolean;
  onOpen: () => void;
  onToggle: () => void;
}

export function HistoryItem({ run, shown, chosen, onOpen, onToggle }: HistoryItemProps) {
  const { plan } = run;
  const versions = [...new Set(plan.columns.map(({ version }) => `v${version}`))].join(", ");
  const models = [...new Set(plan.columns.map(({ model_name: name }) => name))];
  const found = figuresBy(run.figures, run.metric);
  const best = found?.columns.flatMap(({ figure }) => (figure ? [figure] : [])) ?? [];
  const only = best.length === 1 ? best[0] : undefined;
  return (
    <li
      className={cx(
        "group relative flex items-start gap-3 rounded-md px-2 py-2.5",
        shown ? "bg-surface-hover" : "hover:bg-surface",
      )}
    >
      <span className="relative z-10 pt-0.5">
        <Checkbox
          label={<span className="sr-only">Compare run #{run.number}</span>}
          checked={chosen}
          onChange={onToggle}
        />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The whole row opens the run; the box is above it. */}
          <button
            type="button"
            aria-current={shown || undefined}
            onClick={onOpen}
            className="rounded text-sm font-semibold text-ink after:absolute after:inset-0 after:rounded-md"
          >
            Run #{run.number}
          </button>
          <span className="font-mono text-xs text-ink-muted">{versions}</span>
          <RunStateChip state={run.state} />
          {shown && <span className="text-xs text-ink-subtle">on the screen</span>}
          <span className="ml-auto text-xs whitespace-nowrap text-ink-subtle">
            <RelativeTime at={run.created_at} />
          </span>
        </div>
        <p className="mt-1 truncate text-xs text-ink-muted">
          {plan.dataset_name ? (
            <>
              {plan.dataset_name} <span className="font-mono">v{plan.dataset_version}</span>
            </>
          ) : (
            "no dataset"
          )}{" "}
          · {models.join(", ")}
        </p>
        <dl className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
          <InlineFact name={found?.metric.key ?? "Score"}>
            {!found || best.length === 0 ? (
              <span className="text-ink-subtle">–</span>
            ) : (
              <span
                style={only ? gradeColor(only.value) : undefined}
                className="rounded px-1.5 py-0.5 font-medium whitespace-nowrap"
              >
                {best.map((figure) => estimateText(metricScale(found.metric), figure)).join(" · ")}
              </span>
            )}
          </InlineFact>
          <InlineFact name="Cost">
            {formatMoney(readMoney(run.cost_usd))}
            <SimulatedMark money={run.money} />
          </InlineFact>
          <InlineFact name="Cells">
            {run.done === plan.cells
              ? plan.cells.toLocaleString("en")
              : `${run.done.toLocaleString("en")} / ${plan.cells.toLocaleString("en")}`}
            {run.failed > 0 && <span className="text-error"> · {run.failed.toLocaleString("en")} failed</span>}
            {run.malformed > 0 && (
              <span className="text-warning"> · {run.malformed.toLocaleString("en")} malformed</span>
            )}
          </InlineFact>
          <InlineFact name="By">{run.created_by}</InlineFact>
        </dl>
        {isWorking(run.state) && (
          <ProgressBar
            label={`Progress of run ${run.number}`}
            total={plan.cells}
            answered={run.answered}
            malformed={run.malformed}
            failed={run.failed}
            className="mt-2"
          />
        )}
      </div>
    </li>
  );
}

function InlineFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1">
      <dt className="text-ink-subtle">{name}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  );
}
