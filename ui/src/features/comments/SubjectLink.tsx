/** What a thread is about, as a link to the thread there. */
import type { CommentThread } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { subjectAddress } from "./subjectAddress";

export function SubjectLink({ project, thread }: { project: string; thread: CommentThread }) {
  const { subject } = thread;
  return (
    <p className="mb-2 text-xs">
      <a
        href={`${subjectAddress(project, subject)}#comment-${thread.id}`}
        className="rounded font-medium wrap-anywhere text-accent-ink hover:underline"
      >
        {visibleText(subject.title)}
      </a>
    </p>
  );
}
