import { visibleText } from "@/shared/format/visibleText";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { useRollBack } from "./api";

interface RollBackDialogProps {
  project: string;
  prompt: { id: string; name: string };
  label: string;
  from: number;
  to: number;
  onClose: () => void;
}

export function RollBackDialog({ project, prompt, label, from, to, onClose }: RollBackDialogProps) {
  const rollBack = useRollBack(project, (made) => {
    onClose();
    notify.success(`${label} is back at version ${made.number}`);
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Roll ${label} back to version ${to}?`}
      description={
        `${visibleText(prompt.name)}: ${label} moves from version ${from} to version ${to}, which held it before. ` +
        "Programs that request this label get that version immediately. It needs no new evidence."
      }
      confirmLabel="Roll back"
      danger
      busy={rollBack.isPending}
      onConfirm={() =>
        rollBack.mutate(
          { prompt: prompt.id, label },
          {
            onError: (error) => {
              onClose();
              notify.failure(error);
            },
          },
        )
      }
    />
  );
}
