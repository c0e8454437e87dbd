import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Play, X } from "lucide-react";
import { useState } from "react";
import { type ChosenModel, ModelPicker } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { executionForecastQuery, useExecute } from "../../api";
import type { Suite } from "../../types";
import { listed } from "../../recipePhrasing";
import { ForecastBox } from "./ForecastBox";

/** One execution by hand: what it asks, what it costs, and another model for this once. */
export function RunNowDialog({ project, suite, onClose }: { project: string; suite: Suite; onClose: () => void }) {
  const [other, setOther] = useState<ChosenModel | null>(null);
  const override = other && { model: other.id, parameters: {} };
  const forecast = useQuery(executionForecastQuery(project, suite.id, override));
  const execute = useExecute(project, suite.id);
  const navigate = useNavigate();
  const models = [...new Set(suite.recipe.targets.map(({ model_name: name }) => name))];
  const start = () => {
    if (execute.isPending) return;
    execute.mutate(override, {
      onSuccess: (made) => {
        notify.success(
          `Suite run #${made.number} has started`,
          made.run_id === null
            ? undefined
            : {
                label: "Watch the run",
                go: () =>
                  void navigate({
                    to: "/projects/$slug/runs/$run",
                    params: { slug: project, run: made.run_id ?? "" },
                    search: {},
                  }),
              },
        );
        onClose();
      },
    });
  };
  const trials = suite.recipe.trials > 1 ? `, ${countOf(suite.recipe.trials, "trial")} each` : "";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Run ${suite.name} now`}
      description={`${countOf(suite.cases, "case")}${trials}. Schedules do not change.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <div role="group" aria-label="Model">
          <p className="text-sm font-medium text-ink">Model</p>
          <p className="mb-1.5 text-xs text-ink-subtle">
            {other ? (
              <>For this run instead of {listed(models)}. The score of this run is not compared with the baseline.</>
            ) : (
              <>Models of the recipe: {listed(models)}.</>
            )}
          </p>
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              {other ? (
                <ModelPicker project={project} label="Model for this run" chosen={other} onChoose={setOther} />
              ) : (
                <ModelPicker project={project} label="Use another model for this run" adding onChoose={setOther} />
              )}
            </div>
            {other && (
              <IconButton label="Back to the models of the recipe" onClick={() => setOther(null)}>
                <X aria-hidden />
              </IconButton>
            )}
          </div>
        </div>
        <ForecastBox
          suite={suite}
          prospect={forecast.data}
          pending={forecast.isPending}
          stale={forecast.isFetching}
          error={forecast.error}
        />
        {execute.isError && (
          <Notice tone="error" alert className="mt-3">
            {execute.error instanceof ApiError ? (
              <>
                {execute.error.message}
                {execute.error.nextStep && ` ${execute.error.nextStep}`}
              </>
            ) : (
              "The request failed."
            )}
          </Notice>
        )}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={execute.isPending}>
            {!execute.isPending && <Play aria-hidden />} Run now
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
