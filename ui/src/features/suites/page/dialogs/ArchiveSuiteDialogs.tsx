import { useNavigate } from "@tanstack/react-router";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { useDeleteSuite, useMoveSuite } from "../../api";
import type { Suite } from "../../types";

interface QuestionProps {
  project: string;
  suite: Suite;
  onClose: () => void;
}

export function ArchiveSuiteDialog({ project, suite, onClose }: QuestionProps) {
  const move = useMoveSuite(project, suite.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Archive “${suite.name}”?`}
      description="The suite runs neither by hand nor on schedule until it is restored. Its runs and trends are kept."
      confirmLabel="Archive"
      busy={move.isPending}
      onConfirm={() =>
        move.mutate("archive", {
          onSuccess: () => notify.success("Suite archived"),
          onError: notify.failure,
          onSettled: onClose,
        })
      }
    />
  );
}

export function DeleteSuiteDialog({ project, suite, onClose }: QuestionProps) {
  const remove = useDeleteSuite(project, suite.id);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${suite.name}”?`}
      description="The suite never ran, so only its recipe is lost. This cannot be undone."
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notify.success("Suite deleted");
            void navigate({ to: "/projects/$slug/suites", params: { slug: project }, search: {} });
          },
          onError: (error) => {
            notify.failure(error);
            onClose();
          },
        })
      }
    />
  );
}
