import { CopyButton } from "@/shared/ui/CopyButton";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";

export function InviteLink({ link, emailed }: { link: string; emailed: boolean }) {
  return (
    <Field
      label="Invite link"
      hint={
        emailed
          ? "You can also send the link yourself. It is shown only now."
          : "Email is not set up on this installation. Copy the link and send it yourself. It is shown only now."
      }
    >
      <InviteLinkRow link={link} />
    </Field>
  );
}

function InviteLinkRow({ link }: { link: string }) {
  return (
    <div className="flex gap-2">
      <Input readOnly value={link} className="font-mono text-xs" onFocus={(event) => event.target.select()} />
      <CopyButton text={link} label="Copy link" wide />
    </div>
  );
}
