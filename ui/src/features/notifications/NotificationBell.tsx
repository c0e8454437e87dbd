import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Inbox, Settings } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { newestQuery, unreadQuery, useMarkAllRead } from "./api";
import { countText } from "./notificationDays";
import { NotificationItem } from "./NotificationItem";

/** The number of unread notifications of all projects, and a menu with the newest. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const unread = useQuery(unreadQuery).data ?? 0;
  const close = () => setOpen(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label={unread === 0 ? "Notifications: none unread" : `Notifications: ${countText(unread)} unread`}
          tip={false}
          className="relative"
        >
          <Inbox aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className={cx(
                "absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1",
                "text-center text-2xs leading-4 font-semibold tabular-nums text-on-accent",
              )}
            >
              {countText(unread)}
            </span>
          )}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Notifications"
          className={cx(
            "z-50 flex w-[26rem] max-w-[calc(100vw-1rem)] animate-pop-in flex-col",
            "overflow-hidden rounded-lg bg-raised shadow-float focus:outline-none",
          )}
        >
          <NewestNotifications onClose={close} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NewestNotifications({ onClose }: { onClose: () => void }) {
  const newest = useQuery(newestQuery);
  const markAll = useMarkAllRead();
  const items = newest.data?.items ?? [];
  const [first] = items;
  return (
    <>
      <div className="flex min-h-11 items-center gap-2 border-b border-line pr-2 pl-4">
        <p className="flex-1 text-sm font-semibold text-ink">Notifications</p>
        {items.some(({ read_at: read }) => read === null) && first && (
          <Button
            variant="ghost"
            size="xs"
            loading={markAll.isPending}
            onClick={() => markAll.mutate(first.created_at, { onError: notify.failure })}
          >
            Mark all as read
          </Button>
        )}
        <Button variant="ghost" size="xs" asChild>
          <Link to="/account/notifications" onClick={onClose}>
            <Settings aria-hidden /> Settings
          </Link>
        </Button>
      </div>
      {newest.isPending && <RowSkeletons count={3} label="Loading notifications" />}
      {newest.isError && <ErrorState error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.isSuccess && items.length === 0 && (
        <p className="px-4 py-6 text-center text-sm text-ink-muted">
          Nothing yet. You are told here when a run ends, a decision waits for you or somebody mentions you.
        </p>
      )}
      {items.length > 0 && (
        <ul className="max-h-[min(28rem,60vh)] divide-y divide-line overflow-y-auto">
          {items.map((item) => (
            <li key={item.id}>
              <NotificationItem item={item} compact onFollow={onClose} />
            </li>
          ))}
        </ul>
      )}
      <Link
        to="/notifications"
        search={{}}
        onClick={onClose}
        className={cx(
          "border-t border-line px-4 py-2.5 text-center text-sm font-medium text-accent-ink",
          "hover:bg-surface-hover focus-visible:-outline-offset-2",
        )}
      >
        All notifications
      </Link>
    </>
  );
}
