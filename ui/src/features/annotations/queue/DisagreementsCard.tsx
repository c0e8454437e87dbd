import { Scale } from "lucide-react";
import type { AnnotationReport, Disagreement } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { valueWords } from "../annotationPhrasing";

interface DisagreementsCardProps {
  queue: AnnotationReport;
  decides: boolean;
  onOpen: (item: string) => void;
}

/** Answers on which people are apart, the furthest first; those decided already come last. */
export function DisagreementsCard({ queue, decides, onOpen }: DisagreementsCardProps) {
  const { disagreements } = queue;
  if (queue.people_per_item < 2) return null;
  return (
    <Card aria-label="Disagreements" className="lg:col-span-2">
      <CardHeader>
        <CardTitle>Disagreements</CardTitle>
        <CardDescription>
          {disagreements.length === 0
            ? "No disagreements so far. They appear when an answer has all its labels."
            : "Labels are shown once everyone has given theirs; the model is not shown at all."}
        </CardDescription>
      </CardHeader>
      {disagreements.length > 0 && (
        <CardContent room="list">
          <ol className="flex flex-col divide-y divide-line">
            {disagreements.map((one) => (
              <DisagreementRow
                key={one.item}
                queue={queue}
                one={one}
                decides={decides}
                onOpen={() => onOpen(one.item)}
              />
            ))}
          </ol>
        </CardContent>
      )}
    </Card>
  );
}

function DisagreementRow({
  queue,
  one,
  decides,
  onOpen,
}: {
  queue: AnnotationReport;
  one: Disagreement;
  decides: boolean;
  onOpen: () => void;
}) {
  const noted = one.labels.find(({ note }) => note);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <span className="w-20 shrink-0 text-sm text-ink-subtle">Answer {one.position + 1}</span>
      <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {one.labels.map((label) => (
          <li key={label.user} className="text-ink-muted">
            {label.name}:{" "}
            <span className="font-medium text-ink">{label.value ? valueWords(queue.ask, label.value) : "skipped"}</span>
          </li>
        ))}
        {noted && (
          <li dir="auto" className="w-full truncate text-xs text-ink-subtle">
            “{visibleText(noted.note)}”
          </li>
        )}
      </ul>
      {one.decision && (
        <Badge tone="success" icon={<Scale aria-hidden />}>
          {valueWords(queue.ask, one.decision.value)}, by {one.decision.by}
        </Badge>
      )}
      <Button variant={one.decision || !decides ? "ghost" : "secondary"} size="sm" onClick={onOpen}>
        {one.decision || !decides ? "View" : "Decide"}
      </Button>
    </li>
  );
}
