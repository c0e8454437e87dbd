import { type FormEvent, type KeyboardEvent, useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Avatar } from "@/shared/ui/Avatar";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { useComment } from "../api";
import type { Suggestion } from "../types";
import { decidedWords } from "../reviewPhrasing";

const MOST = 2_000;

/** What people say to each other, and what was decided, in the order in which it happened. */
export function CommentsCard({ project, suggestion }: { project: Project; suggestion: Suggestion }) {
  const [text, setText] = useState("");
  const say = useComment(project.slug, suggestion.id);
  const speaks = may(project, "comment") && project.archived_at === null;
  const talk = [
    ...suggestion.comments.map((each) => ({
      key: each.id,
      who: each.author,
      words: each.text,
      at: each.at,
      decision: null,
    })),
    ...suggestion.reviews.map((each) => ({
      key: each.at,
      who: each.reviewer,
      words: each.notes,
      at: each.at,
      decision: decidedWords(each),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const words = text.trim();
    if (words && !say.isPending) say.mutate(words, { onSuccess: () => setText(""), onError: notify.failure });
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") send();
  };
  return (
    <Card aria-label="Conversation" className="px-5 py-4">
      <h2 className="text-base font-semibold text-ink">Conversation</h2>
      {talk.length === 0 && (
        <p className="mt-1 text-sm text-ink-subtle">{speaks ? "No comments yet." : "No comments."}</p>
      )}
      <ol className="mt-3 flex flex-col gap-4">
        {talk.map(({ key, who, words, at, decision }) => (
          <li key={key} className="flex gap-3">
            <Avatar label={who} size="sm" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="font-medium text-ink">{visibleText(decision ?? who)}</span>
                <span className="text-xs text-ink-subtle">
                  <RelativeTime at={at} />
                </span>
              </p>
              {words && (
                <p dir="auto" className="mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap text-ink-muted">
                  {visibleText(words)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {speaks && (
        <form onSubmit={send} className="mt-4 flex flex-col gap-2">
          <Field label="Comment" hideLabel>
            <Textarea
              value={text}
              rows={2}
              maxLength={MOST}
              dir="auto"
              placeholder="Comment on this suggestion"
              className="field-sizing-content max-h-60"
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKey}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            className="self-end"
            loading={say.isPending}
            disabled={text.trim() === ""}
          >
            Comment
          </Button>
        </form>
      )}
    </Card>
  );
}
