import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { roughly } from "@/features/runs";
import { ApiError } from "@/shared/http/apiError";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { iterationForecastQuery, useRunIteration } from "../../api";
import type { Experiment, ExperimentForecast } from "../../types";
import { FactRow } from "../ExperimentSideCard";

/** What one iteration costs and takes, before it does. */
export function RunIterationDialog({
  project,
  experiment,
  onClose,
}: {
  project: string;
  experiment: Experiment;
  onClose: () => void;
}) {
  const forecast = useQuery(iterationForecastQuery(project, experiment));
  const run = useRunIteration(project, experiment.id);
  const navigate = useNavigate();
  const start = () =>
    run.mutate(null, {
      onSuccess: ({ number }) =>
        void navigate({
          to: "/projects/$slug/experiments/$experiment/iterations/$number",
          params: { slug: project, experiment: experiment.id, number: String(number) },
        }),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Run iteration ${experiment.iterations + 1}?`}
      description="The newest version of the prompt answers every case; the judges score the answers."
      width="sm"
    >
      {forecast.isPending ? (
        <BlockSkeleton lines={3} label="Estimating" />
      ) : forecast.data ? (
        <Facts forecast={forecast.data} experiment={experiment} />
      ) : (
        <Notice tone="warning">Cost and time could not be estimated. The budget still applies.</Notice>
      )}
      {run.isError && <RefusalNotice error={run.error} />}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={run.isPending} onClick={start}>
          Run iteration
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Facts({
  forecast: { iteration, cases, configurations, judges, unknown_prices: unknown },
  experiment,
}: {
  forecast: ExperimentForecast;
  experiment: Experiment;
}) {
  const { usd, seconds } = iteration;
  const left = Math.max(
    0,
    (readMoney(experiment.balance.limit_usd) ?? 0) - (readMoney(experiment.balance.spent_usd) ?? 0),
  );
  const dear = usd !== null && experiment.balance.limit_usd !== null && Number(usd.low) > left;
  return (
    <>
      <dl className="rounded-md border border-line px-3 py-2">
        <FactRow name="Cost">
          <span className="font-semibold">
            {usd === null ? "unknown" : moneyRange(Number(usd.low), Number(usd.high))}
          </span>
          <SimulatedMark money={experiment.money} />
        </FactRow>
        <FactRow name="Time">
          <span className="font-semibold">{timeRange(Number(seconds.low), Number(seconds.high))}</span>
        </FactRow>
        <FactRow name="Calls">
          {iteration.calls.toLocaleString("en")} answers, {iteration.judge_calls.toLocaleString("en")} judgements
        </FactRow>
        <FactRow name="Over">
          {countOf(cases, "case")} × {countOf(configurations, "model")}, {countOf(judges, "judge")}
        </FactRow>
        {experiment.balance.limit_usd !== null && <FactRow name="Budget left">{formatMoney(left)}</FactRow>}
      </dl>
      {unknown.length > 0 && (
        <p className="mt-2 text-xs text-ink-subtle">
          The price of {unknown.map(visibleText).join(", ")} is unknown and not in the estimate.
        </p>
      )}
      {dear && (
        <Notice tone="warning" className="mt-3">
          This may exceed the remaining budget. The run pauses when the budget is reached.
        </Notice>
      )}
    </>
  );
}

function moneyRange(low: number, high: number): string {
  return formatMoney(low) === formatMoney(high) ? formatMoney(low) : `${formatMoney(low)} to ${formatMoney(high)}`;
}

function timeRange(low: number, high: number): string {
  return roughly(low) === roughly(high) ? roughly(high) : `${roughly(low)} to ${roughly(high).replace("about ", "")}`;
}

/** Every reason at once, not one after the other. */
export function RefusalNotice({ error }: { error: unknown }) {
  const known = error instanceof ApiError ? error : null;
  const problems = known?.details["problems"];
  const reasons = Array.isArray(problems)
    ? (problems as { message?: string }[]).flatMap(({ message }) => (message ? [message] : []))
    : [];
  return (
    <Notice tone="error" alert className="mt-3">
      {reasons.length > 0 ? (
        <ul className="list-inside list-disc">
          {reasons.map((reason) => (
            <li key={reason}>{visibleText(reason)}</li>
          ))}
        </ul>
      ) : (
        (known?.message ?? "The request failed.")
      )}
      {known?.nextStep && reasons.length === 0 && <p>{known.nextStep}</p>}
    </Notice>
  );
}
