import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { AnnotationQueue, Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { Avatar } from "@/shared/ui/Avatar";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { QueueProgress } from "./QueueProgress";
import { ASK_NAMES, peopleWords, progressWords } from "./annotationPhrasing";

const PEOPLE_SHOWN = 4;

export function QueueCard({ project, queue }: { project: Project; queue: AnnotationQueue }) {
  const params = { slug: project.slug, queue: queue.id };
  const { progress } = queue;
  const labels =
    queue.state === "open" && progress.left_for_me > 0 && may(project, "comment") && project.archived_at === null;
  return (
    <Card className="flex h-full flex-col gap-3 px-5 py-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex text-base font-semibold text-ink">
            <Link
              to="/projects/$slug/annotate/$queue"
              params={params}
              search={{}}
              title={queue.name}
              className="truncate rounded hover:text-accent-ink hover:underline"
            >
              {queue.name}
            </Link>
          </h2>
          <p className="truncate text-xs text-ink-subtle">
            Run #{queue.run.number} · {ASK_NAMES[queue.ask]} · {peopleWords(queue.people_per_item)} ·{" "}
            <RelativeTime at={queue.created_at} />
          </p>
        </div>
        <QueueState queue={queue} />
      </div>
      <div>
        <QueueProgress name={queue.name} progress={progress} />
        <p className="mt-1.5 text-xs text-ink-muted">{progressWords(progress)}</p>
      </div>
      <div className="mt-auto flex min-h-8 items-center justify-between gap-3">
        <ul aria-label="Who has labelled" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {progress.people.slice(0, PEOPLE_SHOWN).map((person) => (
            <li key={person.user} title={person.name} className="flex items-center gap-1.5 text-xs text-ink-muted">
              <Avatar label={person.name} size="sm" />
              <span className="sr-only">{person.name}: </span>
              {person.labels.toLocaleString("en")}
            </li>
          ))}
          {progress.people.length > PEOPLE_SHOWN && (
            <li className="text-xs text-ink-subtle">+{progress.people.length - PEOPLE_SHOWN}</li>
          )}
          {progress.people.length === 0 && <li className="text-xs text-ink-subtle">No labels yet</li>}
        </ul>
        {labels && (
          <Button size="sm" asChild>
            <Link to="/projects/$slug/annotate/$queue/label" params={params}>
              Label {progress.left_for_me.toLocaleString("en")} <ArrowRight aria-hidden />
            </Link>
          </Button>
        )}
      </div>
    </Card>
  );
}

export function QueueState({ queue }: { queue: AnnotationQueue }) {
  const { done, items } = queue.progress;
  if (queue.state === "closed") return <Badge>Closed</Badge>;
  return done === items ? <Badge tone="success">All done</Badge> : <Badge tone="info">Open</Badge>;
}
