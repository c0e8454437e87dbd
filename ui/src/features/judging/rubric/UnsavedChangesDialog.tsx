import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";

/** What was typed and not saved is not thrown away by one press on a link. */
export function UnsavedChangesDialog({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === "blocked"}
      onOpenChange={(open) => !open && reset?.()}
      title="Leave without saving?"
      description="Your changes would be lost."
      confirmLabel="Leave"
      danger
      onConfirm={() => proceed?.()}
    />
  );
}
