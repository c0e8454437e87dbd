import type { Project } from "@/api/types";
import { CommentThreads } from "@/features/comments";
import { visibleText } from "@/shared/format/visibleText";
import { Avatar } from "@/shared/ui/Avatar";
import { Card } from "@/shared/ui/Card";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Suggestion } from "../types";
import { decidedWords } from "../reviewPhrasing";

/** What was decided, and what people say to each other. */
export function CommentsCard({ project, suggestion }: { project: Project; suggestion: Suggestion }) {
  return (
    <Card aria-label="Conversation" className="px-5 py-4">
      <h2 className="mb-3 text-base font-semibold text-ink">Conversation</h2>
      {suggestion.reviews.length > 0 && (
        <ol aria-label="Decisions" className="mb-4 flex flex-col gap-4">
          {suggestion.reviews.map((review) => (
            <li key={review.at} className="flex gap-3">
              <Avatar label={review.reviewer} size="sm" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                  <span className="font-medium text-ink">{visibleText(decidedWords(review) ?? review.reviewer)}</span>
                  <span className="text-xs text-ink-subtle">
                    <RelativeTime at={review.at} />
                  </span>
                </p>
                {review.notes && (
                  <p dir="auto" className="mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap text-ink-muted">
                    {visibleText(review.notes)}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      <CommentThreads untitled project={project} subject={{ kind: "suggestion", id: suggestion.id }} />
    </Card>
  );
}
