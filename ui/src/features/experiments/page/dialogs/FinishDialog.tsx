import { useNavigate } from "@tanstack/react-router";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { useFinishExperiment } from "../../api";
import type { Experiment } from "../../types";
import { activeOf } from "../experimentSituation";

export function FinishDialog({
  project,
  experiment,
  onClose,
}: {
  project: string;
  experiment: Experiment;
  onClose: () => void;
}) {
  const finish = useFinishExperiment(project, experiment.id);
  const navigate = useNavigate();
  const active = activeOf(experiment);
  const held = experiment.dataset?.holdout ?? 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Finish this experiment?"
      description={
        <>
          {countOf(experiment.iterations, "iteration")} and {formatMoney(readMoney(experiment.balance.spent_usd))}
          <SimulatedMark money={experiment.money} /> are kept, and the report is created.
          {active && active.state !== "reviewing" && ` Iteration ${active.number} is stopped.`}
          {active?.state === "reviewing" && " The waiting suggestion is not applied."}
          {held > 0 &&
            ` The best version is then checked on ${countOf(held, "case")} that the experiment has not used.`}{" "}
          <strong className="font-medium text-ink">This cannot be undone.</strong>
        </>
      }
      confirmLabel="Finish"
      busy={finish.isPending}
      onConfirm={() =>
        finish.mutate(undefined, {
          onSuccess: () =>
            void navigate({
              to: "/projects/$slug/experiments/$experiment/report",
              params: { slug: project, experiment: experiment.id },
            }),
          onError: (error) => {
            notify.failure(error);
            onClose();
          },
        })
      }
    />
  );
}
