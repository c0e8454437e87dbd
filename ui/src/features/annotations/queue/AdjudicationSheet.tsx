import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useState } from "react";
import type { AnnotationReport, Project, ReviewItem } from "@/api/types";
import { may } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Avatar } from "@/shared/ui/Avatar";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Sheet } from "@/shared/ui/Sheet";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { itemQuery, useAdjudicate } from "../api";
import { AnswerToLabel } from "../label/AnswerToLabel";
import { EMPTY_DRAFT, isComplete, saidOf } from "../label/labelDraft";
import { ValueInput } from "../label/ValueInput";
import { criterionWords, valueWords } from "../annotationPhrasing";

interface AdjudicationSheetProps {
  project: Project;
  queue: AnnotationReport;
  item: string;
  onItem: (item: string | null) => void;
}

/** One answer, all that was said of it, and the decision. Blind to the model, like everything here. */
export function AdjudicationSheet({ project, queue, item, onItem }: AdjudicationSheetProps) {
  const found = useQuery(itemQuery(project.slug, queue.id, item));
  const one = found.data;
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onItem(null)}
      title={one ? `Answer ${one.position + 1}` : "Answer"}
      badges={
        one?.decision && (
          <Badge tone="success" icon={<Scale aria-hidden />}>
            {one.decision.how === "adjudicated" ? "Decided" : "Agreed"}
          </Badge>
        )
      }
    >
      {found.isPending && <BlockSkeleton lines={10} label="Loading the answer" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {one && (
        <div className="flex flex-col gap-6">
          {one.stale ? (
            <Notice tone="warning">
              The cell was run again, so this answer was replaced and its labels no longer count.
            </Notice>
          ) : (
            <AnswerToLabel item={one} />
          )}
          <LabelsOfAnswer queue={queue} one={one} />
          {one.complete && !one.stale && may(project, "review_suggestions") && project.archived_at === null && (
            <Decide
              key={one.id}
              slug={project.slug}
              queue={queue}
              one={one}
              onDone={() => onItem(nextDispute(queue, item))}
            />
          )}
        </div>
      )}
    </Sheet>
  );
}

/** The next item that is not decided yet. */
function nextDispute(queue: AnnotationReport, item: string): string | null {
  return queue.disagreements.find((each) => each.item !== item && each.decision === null)?.item ?? null;
}

function LabelsOfAnswer({ queue, one }: { queue: AnnotationReport; one: ReviewItem }) {
  if (!one.complete)
    return (
      <Notice tone="info">
        Not everyone has labelled this answer yet. Labels are shown when everyone has given theirs.
      </Notice>
    );
  return (
    <section aria-label="Labels by person">
      <h2 className="mb-2 text-xs font-medium text-ink-subtle">Labels by person</h2>
      <ul className="flex flex-col gap-3">
        {one.labels.map((label) => (
          <li key={label.user} className="flex gap-3 text-sm">
            <Avatar label={label.name} size="sm" />
            <div className="min-w-0 flex-1">
              <p className="text-ink">
                <span className="text-ink-muted">{label.name}</span> ·{" "}
                <span className="font-medium">{label.value ? valueWords(queue.ask, label.value) : "skipped"}</span>
              </p>
              {label.value && queue.ask === "rubric" && (
                <p className="text-xs text-ink-muted">
                  {queue.criteria
                    .map(
                      (criterion) =>
                        `${criterion.name} ` +
                        `${criterionWords(criterion, label.value as NonNullable<typeof label.value>)}`,
                    )
                    .join(" · ")}
                </p>
              )}
              {label.note && (
                <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-wrap text-ink-muted">
                  {visibleText(label.note)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {one.decision?.how === "adjudicated" && (
        <p className="mt-3 rounded-md bg-success-soft px-3 py-2 text-sm text-success">
          Decided by {one.decision.by}: {valueWords(queue.ask, one.decision.value)}
          {one.decision.note && `. ${visibleText(one.decision.note)}`}
        </p>
      )}
    </section>
  );
}

function Decide({
  slug,
  queue,
  one,
  onDone,
}: {
  slug: string;
  queue: AnnotationReport;
  one: ReviewItem;
  onDone: () => void;
}) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const decide = useAdjudicate(slug, queue.id);
  const send = () =>
    decide.mutate(
      { item: one.id, body: saidOf(queue, draft) },
      {
        onSuccess: () => {
          notify.success("Decided");
          onDone();
        },
        onError: notify.failure,
      },
    );
  return (
    <section aria-label="Your decision" className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-sm font-semibold text-ink">
        {one.decision?.how === "adjudicated" ? "Change the decision" : "Your decision"}
      </h2>
      <ValueInput question={queue} draft={draft} onChange={setDraft} />
      <Field label="Why" optional>
        <Textarea
          rows={2}
          maxLength={2_000}
          value={draft.note}
          onChange={(event) => setDraft({ ...draft, note: event.target.value })}
        />
      </Field>
      <div className="flex justify-end">
        <Button disabled={!isComplete(queue, draft)} loading={decide.isPending} onClick={send}>
          <Scale aria-hidden /> Decide
        </Button>
      </div>
    </section>
  );
}
