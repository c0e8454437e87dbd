import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { SecretRow } from "@/shared/ui/SecretRow";

interface SecretDialogProps {
  name: string;
  secret: string;
  /** Until when the old key signs too; null for a first key. */
  oldUntil: string | null;
  onClose: () => void;
}

/** The signing key of a webhook, shown once. */
export function SecretDialog({ name, secret, oldUntil, onClose }: SecretDialogProps) {
  const until = oldUntil
    ? ` Until ${new Date(oldUntil).toLocaleString("en")} messages are also signed with the old key.`
    : "";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutside={false}
      title="Copy the signing key now"
      description={
        `${name} signs every message with this key, as the Standard Webhooks specification defines. ` +
        `The key is shown only once.${until}`
      }
    >
      <Field label="Signing key">
        <SecretRow copyLabel="Copy key" secret={secret} />
      </Field>
      <DialogFooter>
        <Button onClick={onClose}>I have copied it</Button>
      </DialogFooter>
    </Dialog>
  );
}
