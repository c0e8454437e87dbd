import { useNavigate } from "@tanstack/react-router";
import { ArrowRight, CircleAlert } from "lucide-react";
import { useState } from "react";
import { ApiError } from "@/shared/http/apiError";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";
import { useStartExperiment } from "./api";
import { moneySpan, timeSpan } from "./ForecastCard";
import type { StepProblem } from "./planTypes";
import { configurations } from "./planProblems";
import type { ExperimentDraft } from "./useExperimentDraft";
import type { ForecastState } from "./useExperimentForecast";

interface ConfirmStartProps {
  project: string;
  draft: ExperimentDraft;
  forecast: ForecastState;
  onClose: () => void;
}

/** Once more what it comes to, before anything is spent. */
export function ConfirmStart({ project, draft, forecast: { data: forecast, stale }, onClose }: ConfirmStartProps) {
  const navigate = useNavigate();
  const { base, values: form } = draft;
  const start = useStartExperiment(project, base.id);
  const [saving, setSaving] = useState(false);
  const kept = Math.max(0, (base.dataset?.cases ?? 0) - (forecast?.cases ?? Infinity));
  const busy = saving || start.isPending;
  const begin = async () => {
    if (busy) return;
    setSaving(true);
    const saved = await draft.save();
    setSaving(false);
    if (!saved) return;
    try {
      const { number } = await start.mutateAsync();
      // By now the wizard may be gone: what has begun is no draft.
      await navigate({
        to: "/projects/$slug/experiments/$experiment/iterations/$number",
        params: { slug: project, experiment: base.id, number: String(number) },
        replace: true,
      });
    } catch {
      // Told below the counts.
    }
  };
  return (
    <Dialog open onOpenChange={onClose} title="Create experiment?" description="You are about to create:" width="sm">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-ink">
        <li>{countOf(forecast?.configurations ?? configurations(form), "model configuration")}</li>
        <li>
          {countOf(forecast?.cases ?? base.dataset?.cases ?? 0, "test case")}
          {kept > 0 && (
            <span className="text-ink-muted">, and {kept.toLocaleString("en")} kept for the final check</span>
          )}
        </li>
        <li>{countOf(form.judges.length + (form.pairwise.enabled ? 1 : 0), "judge")}</li>
        <li>Up to {countOf(Number(form.rules.maxIterations), "iteration")}</li>
      </ul>
      {forecast && (
        <dl
          aria-busy={stale || undefined}
          className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md bg-surface px-3 py-2.5 text-sm"
        >
          <dt className="text-ink-muted">Estimated cost</dt>
          <dd className="text-right font-medium text-ink">{stale ? "…" : moneySpan(forecast.total.usd)}</dd>
          <dt className="text-ink-muted">Estimated time</dt>
          <dd className="text-right font-medium text-ink">{stale ? "…" : timeSpan(forecast.total.seconds)}</dd>
        </dl>
      )}
      <p className="mt-3 text-xs text-ink-muted">
        Every suggestion waits for your approval, and the budget is never exceeded.
      </p>
      {draft.error !== null && !draft.saving && (
        <Notice tone="error" alert className="mt-3">
          {draft.error instanceof ApiError ? draft.error.message : "The draft could not be saved."}
        </Notice>
      )}
      {start.isError && <Refusal error={start.error} />}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void begin()}>
          Create &amp; Run <ArrowRight aria-hidden />
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Every reason at once. */
function Refusal({ error }: { error: unknown }) {
  const listed =
    error instanceof ApiError && Array.isArray(error.details["problems"])
      ? (error.details["problems"] as StepProblem[])
      : [];
  if (listed.length === 0)
    return (
      <Notice tone="error" alert className="mt-3">
        {error instanceof ApiError ? error.message : "The request failed."}
      </Notice>
    );
  return (
    <ul role="alert" className="mt-3 flex flex-col gap-1 text-xs text-error">
      {listed.map(({ step, field, message }) => (
        <li key={`${field} ${message}`} className="flex items-start gap-1.5">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" /> Step {step}: {message}
        </li>
      ))}
    </ul>
  );
}
