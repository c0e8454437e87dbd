import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Loader, TriangleAlert } from "lucide-react";
import type { Try } from "@/api/types";
import { formatLatency, formatMoney, readMoney, truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { tryListQuery } from "./api";
import { failureWord, verdictOf } from "./callOutcome";

interface PlaygroundHistoryProps {
  project: string;
  model: string;
  shown: string | null;
  onReuse: (asked: Try) => void;
}

export function PlaygroundHistory({ project, model, shown, onReuse }: PlaygroundHistoryProps) {
  const list = useInfiniteQuery(tryListQuery(project, model));
  const tries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card aria-label="Earlier playground calls">
      <CardHeader room="list">
        <CardTitle>Earlier playground calls</CardTitle>
      </CardHeader>
      <CardContent room="list">
        {list.isPending && (
          <div className="px-3 pb-3">
            <BlockSkeleton lines={3} label="Loading earlier playground calls" />
          </div>
        )}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && tries.length === 0 && (
          <p className="px-3 pb-2 text-sm text-ink-muted">
            No calls yet. Every call that a project member makes here is kept, with its cost.
          </p>
        )}
        <ul className="flex flex-col">
          {tries.map((asked) => (
            <li
              key={asked.id}
              className={cx(
                "relative flex items-center gap-3 rounded-md px-3 py-2 hover:bg-surface-hover",
                asked.id === shown && "bg-surface-hover",
              )}
            >
              <CallStateIcon asked={asked} />
              <span className="min-w-0 flex-1">
                <button
                  type="button"
                  onClick={() => onReuse(asked)}
                  className={cx(
                    "block max-w-full truncate rounded text-left font-mono text-sm",
                    "after:absolute after:inset-0 after:rounded-md",
                  )}
                >
                  <span className="sr-only">Show and send again: </span>
                  {truncate(visibleText(promptOf(asked)), 120)}
                </button>
                <span className="block truncate text-xs text-ink-subtle">{asked.asked_by}</span>
              </span>
              <span className="shrink-0 text-right text-xs text-ink-muted">
                <span className="block">{gist(asked)}</span>
                <span className="relative block text-ink-subtle">
                  <RelativeTime at={asked.asked_at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <Button
            variant="ghost"
            size="sm"
            className="mt-1 ml-1"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show older
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

function promptOf(asked: Try): string {
  const last = asked.messages.findLast((message) => message["role"] === "user")?.["content"];
  return typeof last === "string" ? last.trim().split("\n", 1)[0] || "(empty)" : "(empty)";
}

function gist({ answer, failure }: Try): string {
  if (answer)
    return `${formatMoney(answer.reused ? 0 : readMoney(answer.cost_usd))} · ${formatLatency(answer.latency_ms)}`;
  return failure ? failureWord(failure.code) : "waiting";
}

function CallStateIcon({ asked }: { asked: Try }) {
  switch (verdictOf(asked)) {
    case "answered":
      return <CircleCheck role="img" aria-label="Answered" className="size-4 shrink-0 text-success-mark" />;
    case "malformed":
      return <TriangleAlert role="img" aria-label="Malformed" className="size-4 shrink-0 text-warning-mark" />;
    case "failed":
      return <CircleX role="img" aria-label="Failed" className="size-4 shrink-0 text-error-mark" />;
    case "waiting":
      return <Loader role="img" aria-label="Waiting" className="size-4 shrink-0 animate-spin text-ink-subtle" />;
  }
}
