import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { useRetire } from "./api";
import type { SuspicionKind } from "./suspicionKinds";

interface RetireDialogProps {
  project: string;
  dataset: Dataset;
  questions: readonly string[];
  /** Why, where only one reason was looked at. */
  kind: SuspicionKind | null;
  onClose: () => void;
  onDone: () => void;
}

export function RetireDialog({ project, dataset, questions, kind, onClose, onDone }: RetireDialogProps) {
  const retire = useRetire(project, dataset.id);
  const what = countOf(questions.length, "question");
  const one = questions.length === 1;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Retire ${what}?`}
      description={
        `${one ? "The question is" : "The questions are"} removed from version ${dataset.version + 1} on. ` +
        `Version ${dataset.version} and the runs that used ${one ? "it keep it" : "them keep them"}, ` +
        "so their results do not change."
      }
      confirmLabel={`Retire ${what}`}
      danger
      busy={retire.isPending}
      onConfirm={() =>
        retire.mutate(
          { cases: [...questions], ...(kind ? { kind } : {}) },
          {
            onSuccess: ({ retired, version }) => {
              notify.success(`${countOf(retired, "question")} retired, version ${version}`);
              onDone();
            },
            onError: (error) => {
              notify.failure(error);
              onClose();
            },
          },
        )
      }
    />
  );
}
