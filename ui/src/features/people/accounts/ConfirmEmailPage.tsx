import { useNavigate, useRouterState } from "@tanstack/react-router";
import { hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { useConfirmEmail, useMe } from "./api";
import { UnconfirmedNotice } from "./UnconfirmedNotice";

/** Opened by the link in a confirmation mail; its token is the fragment, which browsers never send anywhere. */
export function ConfirmEmailPage() {
  const token = useRouterState({ select: (state) => state.location.hash }).replace(/^#/, "");
  const me = useMe();
  const confirm = useConfirmEmail();
  const navigate = useNavigate();
  const dead = token === "" || hasCode(confirm.error, "CONFIRMATION_INVALID");
  const go = () =>
    confirm.mutate(token, {
      onSuccess: () => {
        notify.success("Your email address is confirmed");
        void navigate({ to: "/projects", replace: true });
      },
      onError: (error) => !hasCode(error, "CONFIRMATION_INVALID") && notify.failure(error),
    });
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col">
      <PageHeader title="Confirm your email address" description={me.email} />
      {me.email_confirmed && <Notice tone="success">This address is confirmed.</Notice>}
      {!me.email_confirmed && dead && (
        <>
          <Notice tone="warning" alert className="mb-4">
            This link is not valid for your account, or has expired. Only the link in the newest email works.
          </Notice>
          <UnconfirmedNotice always />
        </>
      )}
      {!me.email_confirmed && !dead && (
        <div className="flex flex-col items-start gap-4">
          <p className="text-sm text-ink-muted">
            Confirm only if you made this account yourself. You can then accept invites to {me.email}.
          </p>
          <Button loading={confirm.isPending} onClick={go}>
            Confirm address
          </Button>
        </div>
      )}
    </div>
  );
}
