import type { RunReport } from "@/api/types";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { notify } from "@/shared/ui/notify";
import { useMoveRun } from "../api";
import { totalsOf } from "../runStates";

export function CancelRunDialog({ project, run, onClose }: { project: string; run: RunReport; onClose: () => void }) {
  const move = useMoveRun(project, run.id);
  const { done, total } = totalsOf(run);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancel run #${run.number}?`}
      description={
        <>
          {done.toLocaleString("en")} of {total.toLocaleString("en")} cells are done and{" "}
          {formatMoney(readMoney(run.budget.settled_usd))}
          <SimulatedMark money={run.money} /> is spent. Finished cells are kept; calls in progress still finish.{" "}
          <strong className="font-medium text-ink">This cannot be undone.</strong>
        </>
      }
      confirmLabel="Cancel the run"
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
