import { Undo2 } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { notify } from "@/shared/ui/notify";
import { useRollBack } from "../api";
import { MutationProblem } from "../MutationProblem";
import type { PromoteDialogProps } from "./promoteDialogProps";

/** The wanted version held the label before: going back to it needs no new evidence. */
export function RollBackOffer({ project, prompt, label, number, onClose }: PromoteDialogProps) {
  const rollBack = useRollBack(project.slug, (made) => {
    onClose();
    notify.success(`${label} is back at version ${made.number}`);
  });
  return (
    <div className="flex flex-col gap-2 rounded-md bg-info-soft px-3 py-2.5 text-sm text-info">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">
          Version {number} held {label} before. Rolling back to it needs no new evidence.
        </p>
        <Button
          variant="secondary"
          size="sm"
          loading={rollBack.isPending}
          onClick={() => rollBack.mutate({ prompt: prompt.id, label })}
        >
          <Undo2 aria-hidden /> Roll back to v{number}
        </Button>
      </div>
      <MutationProblem error={rollBack.error} />
    </div>
  );
}
