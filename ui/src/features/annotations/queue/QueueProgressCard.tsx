import type { AnnotationReport } from "@/api/types";
import { Avatar } from "@/shared/ui/Avatar";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { QueueProgress } from "../QueueProgress";
import { progressWords } from "../annotationPhrasing";

/** How far everyone is. */
export function QueueProgressCard({ queue }: { queue: AnnotationReport }) {
  const { progress } = queue;
  const wanted = progress.items * queue.people_per_item;
  return (
    <Card aria-label="Progress">
      <CardHeader>
        <CardTitle>Progress</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <div>
          <QueueProgress name={queue.name} progress={progress} className="h-2" />
          <p role="status" className="mt-2 text-sm text-ink-muted">
            {progressWords(progress)} · {progress.labels.toLocaleString("en")} of {wanted.toLocaleString("en")} labels
          </p>
          {progress.stale > 0 && (
            <p className="mt-1 text-xs text-ink-subtle">
              {progress.stale.toLocaleString("en")} {progress.stale === 1 ? "answer was" : "answers were"} replaced by a
              new call and no longer {progress.stale === 1 ? "counts" : "count"}.
            </p>
          )}
        </div>
        {progress.people.length === 0 && <p className="text-sm text-ink-subtle">No labels yet.</p>}
        {progress.people.length > 0 && (
          <ul aria-label="People" className="flex flex-col gap-2.5">
            {progress.people.map((person) => (
              <li key={person.user} className="flex items-center gap-2.5 text-sm">
                <Avatar label={person.name} size="sm" />
                <span className="min-w-0 flex-1 truncate text-ink">{person.name}</span>
                <span className="text-xs text-ink-muted">
                  {person.labels.toLocaleString("en")} {person.labels === 1 ? "label" : "labels"}
                  {person.skipped > 0 && `, ${person.skipped.toLocaleString("en")} skipped`}
                </span>
                <span aria-hidden className="h-1 w-20 overflow-hidden rounded-full bg-surface-hover">
                  <span
                    className="block h-full bg-accent-mark"
                    style={{
                      width: `${progress.items > 0 ? Math.min(100, (person.labels / progress.items) * 100) : 0}%`,
                    }}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}
