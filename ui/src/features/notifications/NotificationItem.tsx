import { Link, useNavigate } from "@tanstack/react-router";
import { BellOff, Circle, CircleCheck } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { Ago } from "@/shared/ui/RelativeTime";
import { useMarkRead, useMuteKind } from "./api";
import type { PersonalNotification } from "./types";

interface NotificationItemProps {
  item: PersonalNotification;
  /** In the menu there is room for one line of text only. */
  compact?: boolean;
  onFollow?: () => void;
}

/** One notification: opening it marks it as read. Its texts come from people and models and are shown as text. */
export function NotificationItem({ item, compact = false, onFollow }: NotificationItemProps) {
  const markRead = useMarkRead();
  const unread = item.read_at === null;
  const follow = () => {
    if (unread) markRead.mutate({ id: item.id, read: true });
    onFollow?.();
  };
  return (
    <div className="flex items-start gap-1 px-3 py-2.5 hover:bg-surface-hover">
      <span aria-hidden className="flex h-5 w-4 shrink-0 items-center justify-center">
        {unread && <span className="size-2 rounded-full bg-accent" />}
      </span>
      {item.path === null ? (
        <div className="min-w-0 flex-1">
          <NotificationBody item={item} compact={compact} />
        </div>
      ) : (
        <Link to={item.path} onClick={follow} className="min-w-0 flex-1 rounded">
          <NotificationBody item={item} compact={compact} />
        </Link>
      )}
      <NotificationActions item={item} onRead={(read) => markRead.mutate({ id: item.id, read })} />
    </div>
  );
}

function NotificationBody({ item, compact }: { item: PersonalNotification; compact: boolean }) {
  const unread = item.read_at === null;
  return (
    <>
      <span className={cx("line-clamp-2 text-sm wrap-anywhere text-ink", unread ? "font-semibold" : "font-normal")}>
        {unread && <span className="sr-only">Unread: </span>}
        {visibleText(item.title)}
      </span>
      {item.sentence !== "" && (
        <span className={cx("mt-0.5 text-sm wrap-anywhere text-ink-muted", compact ? "line-clamp-1" : "line-clamp-3")}>
          {visibleText(item.sentence)}
        </span>
      )}
      <span className="mt-0.5 block text-xs wrap-anywhere text-ink-subtle">
        {item.label} · {visibleText(item.project.name)} · <Ago at={item.created_at} />
      </span>
    </>
  );
}

function NotificationActions({ item, onRead }: { item: PersonalNotification; onRead: (read: boolean) => void }) {
  const mute = useMuteKind();
  const navigate = useNavigate();
  const unread = item.read_at === null;
  const muteKind = () =>
    mute.mutate(item.id, {
      onSuccess: () =>
        notify.success(`“${item.label}” is muted in ${visibleText(item.project.name)}`, {
          label: "Settings",
          go: () => void navigate({ to: "/account/notifications" }),
        }),
      onError: notify.failure,
    });
  return (
    <span className="flex shrink-0">
      <IconButton label={unread ? "Mark as read" : "Mark as unread"} onClick={() => onRead(unread)}>
        {unread ? <CircleCheck aria-hidden /> : <Circle aria-hidden />}
      </IconButton>
      <IconButton label="Mute this kind in this project" onClick={muteKind}>
        <BellOff aria-hidden />
      </IconButton>
    </span>
  );
}
