import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ReceivedInvite } from "@/api/types";
import { RoleBadge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { receivedInvitesQuery, useAcceptReceived, useDeclineReceived } from "./api";

/** Invites that wait for my answer. Nobody joins a project before they have accepted. */
export function ReceivedInvites() {
  const list = useQuery(receivedInvitesQuery);
  const decline = useDeclineReceived();
  const [declining, setDeclining] = useState<ReceivedInvite | null>(null);
  if (!list.data || list.data.items.length === 0) return null;
  return (
    <section aria-labelledby="received-invites" className="mb-6">
      <h2 id="received-invites" className="mb-2 text-base font-semibold">
        Invites to you
      </h2>
      <ul className="flex flex-col gap-2">
        {list.data.items.map((invite) => (
          <InviteRow key={invite.id} invite={invite} onDecline={() => setDeclining(invite)} />
        ))}
      </ul>
      <ConfirmDialog
        open={declining !== null}
        onOpenChange={() => setDeclining(null)}
        title="Decline this invite?"
        description={`You do not join ${declining?.project_name ?? ""}, and the link of the invite stops working.`}
        confirmLabel="Decline invite"
        danger
        busy={decline.isPending}
        onConfirm={() =>
          declining &&
          decline.mutate(declining.id, {
            onSuccess: () => notify.success("Invite declined"),
            onError: notify.failure,
            onSettled: () => setDeclining(null),
          })
        }
      />
    </section>
  );
}

function InviteRow({ invite, onDecline }: { invite: ReceivedInvite; onDecline: () => void }) {
  const accept = useAcceptReceived();
  const navigate = useNavigate();
  const join = () =>
    accept.mutate(invite.id, {
      onSuccess: (project) => {
        notify.success(`Welcome to ${project.name}`);
        void navigate({ to: "/projects/$slug", params: { slug: project.slug } });
      },
      onError: notify.failure,
    });
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{invite.project_name}</span>
          <RoleBadge role={invite.role} />
        </div>
        <p className="mt-0.5 break-words text-ink-muted">
          From {invite.invited_by}, expires <RelativeTime at={invite.expires_at} />
        </p>
        {invite.message && <p className="mt-1 break-words text-ink-muted">“{invite.message}”</p>}
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" aria-label={`Decline invite to ${invite.project_name}`} onClick={onDecline}>
          Decline
        </Button>
        <Button aria-label={`Accept invite to ${invite.project_name}`} loading={accept.isPending} onClick={join}>
          Accept
        </Button>
      </div>
    </li>
  );
}
