import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";

export function DialogSamples() {
  const [open, setOpen] = useState<"plain" | "confirm" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen("plain")}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen("confirm")}>
        Confirm
      </Button>
      <Dialog
        open={open === "plain"}
        onOpenChange={close}
        title="A dialog"
        description="It traps focus and closes with Escape."
      >
        <p className="text-sm text-ink-muted">Content.</p>
        <DialogFooter>
          <Button onClick={close}>Done</Button>
        </DialogFooter>
      </Dialog>
      <ConfirmDialog
        open={open === "confirm"}
        onOpenChange={close}
        title="Archive this project?"
        description="Type its name first."
        confirmLabel="Archive"
        typeToConfirm="Support bot"
        danger
        onConfirm={close}
      />
    </>
  );
}
