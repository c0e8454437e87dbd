import { useInfiniteQuery } from "@tanstack/react-query";
import { Bot, KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ProjectEvent } from "@/api/types";
import { Avatar } from "@/shared/ui/Avatar";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { useClock } from "@/shared/ui/useClock";
import { type ActivityEntry, dayName, groupActivity } from "./activityGroups";
import { activityQuery } from "./api";
import { whatHappened, whoDidIt } from "./eventSentences";

export function ActivityFeed({ project }: { project: string }) {
  const feed = useInfiniteQuery(activityQuery(project));
  const now = useClock();
  if (feed.isPending) return <BlockSkeleton lines={6} label="Loading activity" />;
  if (feed.isError) return <ErrorState error={feed.error} onRetry={() => void feed.refetch()} />;
  const days = groupActivity(feed.data.pages.flatMap((page) => page.items));
  if (days.length === 0)
    return <p className="text-sm text-ink-muted">Nothing has happened yet. Changes appear here as they are made.</p>;
  return (
    <>
      <div
        aria-label="Activity"
        role="group"
        aria-live="polite"
        aria-relevant="additions"
        className="flex flex-col gap-3"
      >
        {days.map(({ day, entries }) => (
          <section key={day} aria-label={dayName(day, now)}>
            <h3 className="text-xs font-medium text-ink-subtle">{dayName(day, now)}</h3>
            <ol className="flex flex-col">
              {entries.map(({ newest, earlier }) => (
                // The oldest event names the entry, so that it stays open while others join it.
                <ActivityGroup key={(earlier.at(-1) ?? newest).number} newest={newest} earlier={earlier} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {feed.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          loading={feed.isFetchingNextPage}
          onClick={() => void feed.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  );
}

function ActivityGroup({ newest, earlier }: ActivityEntry) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActivityLine event={newest}>
        {earlier.length > 0 && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="ml-2 min-h-6 rounded text-xs font-medium whitespace-nowrap text-accent-ink hover:underline"
          >
            {open ? "Show less" : `and ${earlier.length} more`}
          </button>
        )}
      </ActivityLine>
      {open && earlier.map((event) => <ActivityLine key={event.number} event={event} />)}
    </>
  );
}

function ActivityLine({ event, children }: { event: ProjectEvent; children?: ReactNode }) {
  const who = whoDidIt(event);
  return (
    <li className="flex animate-fade-in items-start gap-3 py-2">
      <ActorMark who={who} />
      <p className="min-w-0 flex-1 pt-0.5 text-sm break-words text-ink-muted">
        <span className="font-medium text-ink">{who.label}</span> {whatHappened(event)}
        {children}
      </p>
      <span className="shrink-0 pt-0.5 text-xs leading-5 text-ink-subtle">
        <RelativeTime at={event.at} />
      </span>
    </li>
  );
}

function ActorMark({ who }: { who: ReturnType<typeof whoDidIt> }) {
  if (who.kind === "user") return <Avatar label={who.label} size="sm" />;
  const Icon = who.kind === "token" ? KeyRound : Bot;
  return (
    <span
      aria-hidden
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-surface-hover text-ink-muted"
    >
      <Icon className="size-3.5" />
    </span>
  );
}
