/** One comment of a thread, with what its reader may do with it. */
import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { CommentThread } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Avatar } from "@/shared/ui/Avatar";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { useDeleteComment, useEditComment } from "./api";
import { CommentEditor } from "./CommentEditor";
import { CommentText } from "./CommentText";
import { writingOf } from "./commentText";
import type { PostedComment } from "./types";
import { hasDraft } from "./useCommentDraft";

interface CommentItemProps {
  project: string;
  thread: CommentThread;
  comment: PostedComment;
  /** The address names this comment. */
  named: boolean;
}

export function CommentItem({ project, thread, comment, named }: CommentItemProps) {
  const draft = `${project}.edit.${comment.id}`;
  const [editing, setEditing] = useState(() => comment.may_edit && hasDraft(draft));
  const [deleting, setDeleting] = useState(false);
  const box = useRef<HTMLLIElement>(null);
  const edit = useEditComment(project, comment.id);
  const remove = useDeleteComment(project, comment.id);
  const stopEditing = () => {
    setEditing(false);
    box.current?.focus();
  };
  return (
    <li
      ref={box}
      id={`comment-${comment.id}`}
      tabIndex={-1}
      className={cx("flex scroll-my-20 gap-2.5 rounded-md outline-none", named && "bg-accent-soft/40")}
    >
      <Avatar label={comment.deleted ? "–" : comment.author.name} size="sm" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
          <span className="font-medium wrap-anywhere text-ink">{visibleText(comment.author.name)}</span>
          <span className="text-xs text-ink-subtle">
            <RelativeTime at={comment.created_at} />
            {comment.edited_at && " · edited"}
          </span>
          <span className="ml-auto flex">
            {comment.may_edit && !editing && (
              <IconButton
                label="Edit this comment"
                className="size-6 [&_svg]:size-3.5"
                onClick={() => setEditing(true)}
              >
                <Pencil aria-hidden />
              </IconButton>
            )}
            {comment.may_delete && !editing && (
              <IconButton
                label="Delete this comment"
                tone="danger"
                className="size-6 [&_svg]:size-3.5"
                onClick={() => setDeleting(true)}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </span>
        </div>
        {comment.deleted && <p className="text-sm text-ink-subtle italic">This comment was deleted.</p>}
        {!comment.deleted && !editing && <CommentText text={comment.text} names={thread.mentioned} />}
        {editing && (
          <CommentEditor
            project={project}
            draft={draft}
            label="Edit the comment"
            send="Save"
            start={writingOf(comment.text, thread.mentioned)}
            sending={edit.isPending}
            focus
            onSend={(text, done) =>
              edit.mutate(text, {
                onSuccess: () => {
                  done();
                  stopEditing();
                },
                onError: notify.failure,
              })
            }
            onCancel={stopEditing}
          />
        )}
      </div>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete this comment?"
        description="Its text is erased. If it has replies, they stay."
        confirmLabel="Delete comment"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setDeleting(false), onError: notify.failure })}
      />
    </li>
  );
}
