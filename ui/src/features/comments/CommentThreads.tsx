/** The comments on one subject, newest thread first, and a field to start another thread. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { subjectThreadsQuery, useStartThread } from "./api";
import { CommentEditor } from "./CommentEditor";
import { namedComment } from "./namedComment";
import { ThreadCard } from "./ThreadCard";
import type { Subject } from "./types";

interface CommentThreadsProps {
  project: Project;
  subject: Subject;
  /** On a page of its own, not in a panel. */
  card?: boolean;
  /** The caller has a heading of its own. */
  untitled?: boolean;
}

export function CommentThreads({ project, subject, card = false, untitled = false }: CommentThreadsProps) {
  const { kind, id, part = "" } = subject;
  const found = useInfiniteQuery(subjectThreadsQuery(project.slug, subject));
  const start = useStartThread(project.slug, subject);
  const [allResolved, setAllResolved] = useState(false);
  const writes = may(project, "comment") && project.archived_at === null;
  const threads = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const named = namedComment();
  const isNamed = threads.some(({ comments }) => comments.some((comment) => comment.id === named));
  useEffect(() => {
    if (!isNamed || !named) return;
    const target = document.getElementById(`comment-${named}`);
    target?.scrollIntoView({ block: "center" });
    target?.focus({ preventScroll: true });
  }, [isNamed, named]);
  const settled = threads.filter(({ resolved_at: at }) => at !== null);
  // What is resolved is out of the way, unless the address leads to it.
  const folded =
    settled.length > 0 && !allResolved && !settled.some((thread) => thread.comments.some((one) => one.id === named));
  const shown = folded ? threads.filter(({ resolved_at: at }) => at === null) : threads;
  if (!writes && found.isSuccess && threads.length === 0) return null;
  return (
    <section aria-label="Comments" className={cx(card && "min-w-0 rounded-lg border border-line bg-raised px-5 py-4")}>
      {card && <h2 className="mb-2 text-base font-semibold text-ink">Comments</h2>}
      {!card && !untitled && <h3 className="mb-1.5 text-sm font-semibold text-ink">Comments</h3>}
      <div className={cx("flex flex-col gap-3", card && "max-w-3xl")}>
        {writes && (
          <CommentEditor
            key={`${kind} ${id} ${part}`}
            project={project.slug}
            draft={`${project.slug}.${kind}.${id}.${part}`}
            label="Comment"
            placeholder="Write a comment"
            send="Comment"
            sending={start.isPending}
            onSend={(text, done) => start.mutate(text, { onSuccess: done, onError: notify.failure })}
          />
        )}
        {found.isPending && <BlockSkeleton lines={2} label="Loading comments" />}
        {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {shown.length > 0 && (
          <ol className="flex flex-col gap-3">
            {shown.map((thread) => (
              <ThreadCard key={thread.id} project={project.slug} thread={thread} named={named} />
            ))}
          </ol>
        )}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {folded && (
            <Button variant="ghost" size="sm" onClick={() => setAllResolved(true)}>
              Show {countOf(settled.length, "resolved thread")}
            </Button>
          )}
          {found.hasNextPage && (
            <Button
              variant="secondary"
              size="sm"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              Show older threads
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
