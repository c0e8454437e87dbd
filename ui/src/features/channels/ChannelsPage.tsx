import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Send } from "lucide-react";
import { useState } from "react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { channelsQuery, useChangeChannel, useRemoveChannel, useRotateSecret, useTestChannel } from "./api";
import { ChannelDialog } from "./ChannelDialog";
import { ChannelsTable } from "./ChannelsTable";
import { DeliveriesSheet } from "./DeliveriesSheet";
import { SecretDialog } from "./SecretDialog";
import type { Channel } from "./types";

const route = getRouteApi("/frame/projects/$slug/settings/channels");

type Open = { what: "edit" | "remove" | "rotate" | "deliveries"; channel: Channel };
type Secret = { name: string; secret: string; oldUntil: string | null };

export function ChannelsPage() {
  const { slug } = route.useParams();
  const { add } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const found = useQuery(channelsQuery(slug));
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const change = useChangeChannel(slug);
  const test = useTestChannel(slug);
  const remove = useRemoveChannel(slug);
  const rotate = useRotateSecret(slug);
  const manages = may(project, "manage_settings") && project.archived_at === null;
  const setAdding = (adding: boolean) => void navigate({ search: adding ? { add: true } : {}, replace: true });
  const addButton = manages && (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden /> Add channel
    </Button>
  );
  const ask = (what: Open["what"]) => (channel: Channel) => setOpen({ what, channel });
  const close = () => setOpen(null);

  const sendTest = (channel: Channel) =>
    test.mutate(channel.id, {
      onSuccess: ({ state, last_problem: problem }) =>
        state === "delivered"
          ? notify.success(`The test message reached ${channel.name}`)
          : notify.error(`The test message did not reach ${channel.name}`, problem),
      onError: notify.failure,
    });
  const channels = found.data?.items ?? [];
  const dialog = {
    project: slug,
    mailConfigured: found.data?.mail_configured ?? true,
    privateEndpoints: found.data?.private_endpoints ?? false,
    onSecret: ({ name }: Channel, key: string) => setSecret({ name, secret: key, oldUntil: null }),
  };
  return (
    <>
      <PageHeader
        title="Channels"
        documentTitle={["Channels", project.name]}
        description="Channels send alerts to Slack, by email or to a server. Edison itself always shows all alerts."
        actions={channels.length > 0 && addButton}
      />
      {found.isPending && <RowSkeletons count={3} label="Loading channels" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && channels.length === 0 && (
        <EmptyState icon={<Send />} title="No channels yet" action={addButton}>
          Send alerts to Slack, by email or to your own server, so that people get them without opening Edison.
        </EmptyState>
      )}
      {channels.length > 0 && (
        <ChannelsTable
          channels={channels}
          acts={
            manages
              ? {
                  toggle: ({ id }, enabled) => change.mutate({ channel: id, enabled }, { onError: notify.failure }),
                  test: sendTest,
                  edit: ask("edit"),
                  rotate: ask("rotate"),
                  remove: ask("remove"),
                }
              : null
          }
          onDeliveries={ask("deliveries")}
          testing={test.isPending ? test.variables : null}
        />
      )}
      {manages && add === true && <ChannelDialog {...dialog} channel={null} onClose={() => setAdding(false)} />}
      {open?.what === "edit" && <ChannelDialog {...dialog} channel={open.channel} onClose={close} />}
      {open?.what === "deliveries" && (
        <DeliveriesSheet project={slug} channel={open.channel} manages={manages} onClose={close} />
      )}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(null)} />}
      <ConfirmDialog
        open={open?.what === "remove"}
        onOpenChange={close}
        title={`Remove ${open?.channel.name ?? "the channel"}?`}
        description={
          "Edison sends nothing to this channel any more and drops messages that are still waiting. " +
          "Alerts stay visible in Edison."
        }
        confirmLabel="Remove channel"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          open &&
          remove.mutate(open.channel.id, {
            onSuccess: () => notify.success("Channel removed"),
            onError: notify.failure,
            onSettled: close,
          })
        }
      />
      <ConfirmDialog
        open={open?.what === "rotate"}
        onOpenChange={close}
        title="Create a new signing key?"
        description="Messages are signed with both keys for a while, so that your server can switch to the new key."
        confirmLabel="New key"
        busy={rotate.isPending}
        onConfirm={() =>
          open &&
          rotate.mutate(open.channel.id, {
            onSuccess: ({ channel, signing_secret: key, old_until: oldUntil }) =>
              setSecret({ name: channel.name, secret: key, oldUntil }),
            onError: notify.failure,
            onSettled: close,
          })
        }
      />
    </>
  );
}
