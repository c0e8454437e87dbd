import { useSuspenseQuery } from "@tanstack/react-query";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { sessionQuery, useMe, useSendConfirmation } from "./api";

interface UnconfirmedNoticeProps {
  /** Say it also where no mail can be sent, and only the owner of the installation can help. */
  always?: boolean;
}

/** Explains what an unconfirmed address means, and what to do. */
export function UnconfirmedNotice({ always = false }: UnconfirmedNoticeProps) {
  const me = useMe();
  const { mail_configured: mails } = useSuspenseQuery(sessionQuery).data;
  const send = useSendConfirmation();
  if (me.email_confirmed || (!mails && !always)) return null;
  return (
    <Notice tone="info" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 break-words">
          {me.email} is not confirmed. When it is confirmed, invites to this address are listed above your projects;
          until then, open the link in the invite.
          {!mails && " Ask the owner of this installation to confirm it."}
        </p>
        {mails && (
          <Button
            variant="secondary"
            loading={send.isPending}
            onClick={() =>
              send.mutate(undefined, {
                onSuccess: () => notify.success(`A confirmation link is on its way to ${me.email}`),
                onError: notify.failure,
              })
            }
          >
            Send confirmation mail
          </Button>
        )}
      </div>
    </Notice>
  );
}
