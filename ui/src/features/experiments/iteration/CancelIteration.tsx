import { formatMoney, formatPercent, readMoney } from "@/shared/format/quantities";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { useMoveIteration } from "../api";
import type { Iteration } from "../types";
import { totalOf } from "./iterationProgress";

export function CancelIteration({
  project,
  iteration,
  onClose,
}: {
  project: string;
  iteration: Iteration;
  onClose: () => void;
}) {
  const move = useMoveIteration(project, iteration.experiment, iteration.id);
  const { done, total } = totalOf(iteration);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancel iteration ${iteration.number}?`}
      description={
        <>
          Progress so far: {done.toLocaleString("en")} of {total.toLocaleString("en")} answers (
          {formatPercent(total > 0 ? done / total : 0)}). Cost spent: {formatMoney(readMoney(iteration.cost_usd))}.
          Answers so far are kept. The experiment then waits for you.{" "}
          <strong className="font-medium text-ink">This cannot be undone.</strong>
        </>
      }
      confirmLabel="Cancel the iteration"
      danger
      busy={move.isPending}
      onConfirm={() =>
        move.mutate("cancel", {
          onSuccess: onClose,
          onError: (error) => {
            notify.failure(error);
            onClose();
          },
        })
      }
    />
  );
}
