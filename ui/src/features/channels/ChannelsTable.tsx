import { CircleCheck, CircleSlash, Ellipsis, KeyRound, List, Pencil, Send, Trash2, TriangleAlert } from "lucide-react";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Switch } from "@/shared/ui/Switch";
import { KINDS } from "./channelKinds";
import type { Channel } from "./types";

interface ChannelActs {
  toggle: (channel: Channel, on: boolean) => void;
  test: (channel: Channel) => void;
  edit: (channel: Channel) => void;
  rotate: (channel: Channel) => void;
  remove: (channel: Channel) => void;
}

interface ChannelsTableProps {
  channels: readonly Channel[];
  /** Null: this person may only look. */
  acts: ChannelActs | null;
  onDeliveries: (channel: Channel) => void;
  testing: string | null;
}

export function ChannelsTable({ channels, acts, onDeliveries, testing }: ChannelsTableProps) {
  const columns: Column<Channel>[] = [
    {
      key: "name",
      header: "Channel",
      lead: true,
      cell: ({ name, kind, address }) => {
        const Icon = KINDS[kind].icon;
        return (
          <div className="flex min-w-0 gap-2.5 pr-16 lg:pr-0">
            <Icon aria-label={KINDS[kind].name} className="mt-0.5 size-4 shrink-0 text-ink-muted" />
            <div className="min-w-0">
              <div title={visibleText(name)} className="truncate font-medium">
                {visibleText(name)}
              </div>
              <div title={visibleText(address)} className="truncate text-xs text-ink-subtle">
                {KINDS[kind].name} · {visibleText(address)}
              </div>
            </div>
          </div>
        );
      },
    },
    { key: "state", header: "State", cell: (channel) => <State channel={channel} /> },
    {
      key: "last",
      header: "Last delivered",
      className: "text-ink-muted",
      cell: ({ last_delivered_at: at, waiting }) => (
        <>
          {at ? <RelativeTime at={at} /> : "never"}
          {waiting > 0 && <div className="text-xs">{countOf(waiting, "message")} waiting</div>}
        </>
      ),
    },
    {
      key: "log",
      header: "Log",
      hideHeader: false,
      cell: (channel) => (
        <Button variant="ghost" size="xs" className="-ml-2" onClick={() => onDeliveries(channel)}>
          <List aria-hidden /> Deliveries<span className="sr-only"> of {channel.name}</span>
        </Button>
      ),
    },
    ...(acts
      ? [
          {
            key: "on",
            header: "On",
            cell: (channel: Channel) => (
              <Switch
                label={`${channel.name} is ${channel.enabled ? "on" : "off"}`}
                checked={channel.enabled}
                onChange={(on) => acts.toggle(channel, on)}
              />
            ),
          },
        ]
      : []),
    ...(acts
      ? [
          {
            key: "acts",
            header: "Actions",
            hideHeader: true,
            align: "right" as const,
            className: "lg:w-40",
            cell: (channel: Channel) => (
              <span className="flex items-center justify-end gap-1">
                <Button
                  variant="secondary"
                  size="xs"
                  loading={testing === channel.id}
                  onClick={() => acts.test(channel)}
                >
                  <Send aria-hidden /> Test<span className="sr-only"> {channel.name}</span>
                </Button>
                <DropdownMenu
                  trigger={
                    <IconButton label={`Actions for ${channel.name}`} tip={false}>
                      <Ellipsis aria-hidden />
                    </IconButton>
                  }
                >
                  <MenuItem icon={<Pencil aria-hidden />} onSelect={() => acts.edit(channel)}>
                    Change
                  </MenuItem>
                  {channel.kind === "webhook" && (
                    <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => acts.rotate(channel)}>
                      New signing key
                    </MenuItem>
                  )}
                  <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => acts.remove(channel)}>
                    Remove
                  </MenuItem>
                </DropdownMenu>
              </span>
            ),
          },
        ]
      : []),
  ];
  return <DataTable caption="Channels of this project" columns={columns} rows={channels} rowKey={({ id }) => id} />;
}

function State({ channel: { state, last_problem: problem, failing_since: since } }: { channel: Channel }) {
  if (state === "off") return <Badge icon={<CircleSlash aria-hidden />}>Off</Badge>;
  if (state === "working")
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden />}>
        Working
      </Badge>
    );
  return (
    <div>
      <Badge tone="error" icon={<TriangleAlert aria-hidden />}>
        Failing
      </Badge>
      <div className="mt-0.5 text-xs wrap-anywhere text-error">
        {visibleText(problem ?? "")}
        {since && (
          <>
            {" "}
            since <RelativeTime at={since} />
          </>
        )}
      </div>
    </div>
  );
}
