import { useQuery } from "@tanstack/react-query";
import { Link2, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Invite, Project } from "@/api/types";
import { Badge, RoleBadge } from "@/shared/ui/Badge";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { Dialog } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { inviteListQuery, useRenewInvite, useRevokeInvite } from "./api";
import { InviteLink } from "./InviteLink";

export function PendingInvites({ project }: { project: Project }) {
  const list = useQuery(inviteListQuery(project.slug));
  const renew = useRenewInvite(project.slug);
  const revoke = useRevokeInvite(project.slug);
  const [revoking, setRevoking] = useState<Invite | null>(null);

  const columns: Column<Invite>[] = [
    {
      key: "email",
      header: "Invited",
      lead: true,
      cell: (invite) => (
        <div className="min-w-0">
          <div title={invite.email} className="truncate font-medium">
            {invite.email}
          </div>
          {invite.message && (
            <div title={invite.message} className="truncate text-xs text-ink-subtle">
              “{invite.message}”
            </div>
          )}
        </div>
      ),
    },
    { key: "role", header: "Role", className: "lg:w-28", cell: (invite) => <RoleBadge role={invite.role} /> },
    {
      key: "by",
      header: "Invited by",
      width: "class",
      className: "text-ink-muted lg:min-w-44",
      cell: (invite) => (
        <span title={invite.invited_by} className="block truncate">
          {invite.invited_by}
        </span>
      ),
    },
    {
      key: "expires",
      header: "Expires",
      className: "text-ink-muted lg:w-36",
      cell: (invite) =>
        invite.expired ? <Badge tone="warning">Expired</Badge> : <RelativeTime at={invite.expires_at} />,
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "right",
      className: "lg:w-24",
      cell: (invite) => (
        <div className="inline-flex">
          <IconButton
            label={`Renew link for ${invite.email}`}
            onClick={() => renew.mutate(invite.id, { onError: notify.failure })}
          >
            <Link2 aria-hidden />
          </IconButton>
          <IconButton label={`Revoke invite for ${invite.email}`} tone="danger" onClick={() => setRevoking(invite)}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ),
    },
  ];

  return (
    <section aria-labelledby="pending-invites" className="mt-8">
      <h2 id="pending-invites" className="mb-3 text-base font-semibold">
        Pending invites
      </h2>
      {list.isPending && <RowSkeletons count={2} label="Loading invites" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <p className="text-sm text-ink-muted">No invite is waiting for an answer.</p>}
      {list.data && list.data.items.length > 0 && (
        <DataTable caption="Pending invites" columns={columns} rows={list.data.items} rowKey={(invite) => invite.id} />
      )}
      <Dialog
        open={renew.data !== undefined}
        onOpenChange={() => renew.reset()}
        title="Link renewed"
        description="The old link no longer works."
        closeOnOutside={false}
      >
        {renew.data && <InviteLink link={renew.data.link} emailed={renew.data.emailed} />}
      </Dialog>
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title="Revoke this invite?"
        description={`The link sent to ${revoking?.email ?? ""} stops working.`}
        confirmLabel="Revoke invite"
        danger
        busy={revoke.isPending}
        onConfirm={() =>
          revoking &&
          revoke.mutate(revoking.id, {
            onSuccess: () => notify.success("Invite revoked"),
            onError: notify.failure,
            onSettled: () => setRevoking(null),
          })
        }
      />
    </section>
  );
}
