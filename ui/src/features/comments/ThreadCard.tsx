/** A comment with its replies: reply to it, resolve it, or open it again. */
import { Check, MessageSquareReply, RotateCcw } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { CommentThread } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { useReply, useResolve } from "./api";
import { CommentEditor } from "./CommentEditor";
import { CommentItem } from "./CommentItem";
import { hasDraft } from "./useCommentDraft";

/** More replies than this are folded. */
const SHOWN_REPLIES = 5;

interface ThreadCardProps {
  project: string;
  thread: CommentThread;
  /** The comment that the address names. */
  named: string | null;
  /** Says what the thread is about, where threads of several subjects stand together. */
  head?: ReactNode;
}

export function ThreadCard({ project, thread, named, head }: ThreadCardProps) {
  const draft = `${project}.reply.${thread.id}`;
  const [replying, setReplying] = useState(() => thread.may_write && hasDraft(draft));
  const [whole, setWhole] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const reply = useReply(project, thread.id);
  const resolve = useResolve(project, thread.id);
  const resolved = thread.resolved_at !== null;
  const hidden =
    whole || thread.comments.some(({ id }) => id === named)
      ? 0
      : Math.max(thread.comments.length - 1 - SHOWN_REPLIES, 0);
  const shown = thread.comments.filter((_, place) => place === 0 || place > hidden);
  const stopReplying = () => {
    setReplying(false);
    // The button is there again after the next render.
    window.setTimeout(() => replyButton.current?.focus());
  };
  const settle = () =>
    resolve.mutate(!resolved, {
      onSuccess: () => notify.success(resolved ? "Thread opened again" : "Thread resolved"),
      onError: notify.failure,
    });
  return (
    <li className={cx("rounded-lg border border-line px-3.5 py-3", resolved ? "bg-surface" : "bg-raised")}>
      {head}
      <ol className="flex flex-col gap-3">
        {shown.map((comment, place) => (
          <CommentItem
            key={comment.id}
            project={project}
            thread={thread}
            comment={comment}
            named={named === comment.id && place >= 0}
          />
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="ghost" size="xs" className="mt-2" onClick={() => setWhole(true)}>
          Show {countOf(hidden, "earlier reply", "earlier replies")}
        </Button>
      )}
      {resolved && (
        <p className="mt-2 flex flex-wrap items-center gap-1.5 text-xs text-ink-muted">
          <Badge tone="success" icon={<Check aria-hidden />}>
            Resolved
          </Badge>
          {thread.resolved_by && <span>by {visibleText(thread.resolved_by.name)}</span>}
          {thread.resolved_at && <RelativeTime at={thread.resolved_at} />}
        </p>
      )}
      {thread.may_write && replying && (
        <div className="mt-3">
          <CommentEditor
            project={project}
            draft={draft}
            label="Reply"
            placeholder="Reply"
            send="Reply"
            sending={reply.isPending}
            focus
            onSend={(text, done) =>
              reply.mutate(text, {
                onSuccess: () => {
                  done();
                  stopReplying();
                },
                onError: notify.failure,
              })
            }
            onCancel={stopReplying}
          />
        </div>
      )}
      {thread.may_write && !replying && (
        <div className="mt-2 flex flex-wrap gap-1">
          <button
            ref={replyButton}
            type="button"
            onClick={() => setReplying(true)}
            className={cx(
              "inline-flex h-7 items-center gap-1 rounded-md px-2 text-xs font-medium text-ink-muted",
              "hover:bg-surface-hover hover:text-ink",
            )}
          >
            <MessageSquareReply aria-hidden className="size-3.5" /> Reply
          </button>
          <Button variant="ghost" size="xs" loading={resolve.isPending} onClick={settle}>
            {resolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
            {resolved ? "Open again" : "Resolve"}
          </Button>
        </div>
      )}
    </li>
  );
}
