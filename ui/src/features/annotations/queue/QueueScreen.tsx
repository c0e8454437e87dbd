import { Link } from "@tanstack/react-router";
import { ArrowRight, EllipsisVertical, SquareX } from "lucide-react";
import { useState } from "react";
import type { AnnotationReport, Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { useCloseQueue } from "../api";
import { QueueState } from "../QueueCard";
import { ASK_NAMES, peopleWords, PICK_NAMES } from "../annotationPhrasing";
import { AdjudicationSheet } from "./AdjudicationSheet";
import { AgreementCard } from "./AgreementCard";
import { DisagreementsCard } from "./DisagreementsCard";
import { QueueProgressCard } from "./QueueProgressCard";

interface QueueScreenProps {
  project: Project;
  queue: AnnotationReport;
  /** The answer that is looked at. */
  item: string | null;
  onItem: (item: string | null) => void;
}

export function QueueScreen({ project, queue, item, onItem }: QueueScreenProps) {
  const slug = project.slug;
  const [closing, setClosing] = useState(false);
  const close = useCloseQueue(slug, queue.id);
  const live = project.archived_at === null;
  const { progress, rubric } = queue;
  const labels = queue.state === "open" && live && may(project, "comment") && progress.left_for_me > 0;
  const closes = queue.state === "open" && live && may(project, "start_runs");
  return (
    <>
      <PageHeader
        title={queue.name}
        documentTitle={[queue.name, "Annotate", project.name]}
        badges={<QueueState queue={queue} />}
        description={
          <>
            {ASK_NAMES[queue.ask]}
            {rubric && `, ${rubric.name} v${rubric.version}`} · {peopleWords(queue.people_per_item)} ·{" "}
            {PICK_NAMES[queue.pick]} of{" "}
            <Link
              to="/projects/$slug/runs/$run"
              params={{ slug, run: queue.run.id }}
              search={{}}
              className="rounded underline decoration-line-strong underline-offset-2 hover:text-ink"
            >
              run #{queue.run.number}
            </Link>{" "}
            · created by {queue.created_by} <RelativeTime at={queue.created_at} />
          </>
        }
        actions={
          <>
            {labels && (
              <Button asChild>
                <Link to="/projects/$slug/annotate/$queue/label" params={{ slug, queue: queue.id }}>
                  Label {progress.left_for_me.toLocaleString("en")} <ArrowRight aria-hidden />
                </Link>
              </Button>
            )}
            {closes && (
              <DropdownMenu
                trigger={
                  <IconButton label="More" tip={false}>
                    <EllipsisVertical aria-hidden />
                  </IconButton>
                }
              >
                <MenuItem icon={<SquareX aria-hidden />} onSelect={() => setClosing(true)}>
                  Close the queue…
                </MenuItem>
              </DropdownMenu>
            )}
          </>
        }
      />
      {queue.instructions && (
        <p className="-mt-2 mb-5 max-w-3xl text-sm wrap-anywhere whitespace-pre-wrap text-ink-muted">
          {visibleText(queue.instructions)}
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <QueueProgressCard queue={queue} />
        <AgreementCard queue={queue} />
        <DisagreementsCard queue={queue} decides={live && may(project, "review_suggestions")} onOpen={onItem} />
      </div>
      {item && <AdjudicationSheet project={project} queue={queue} item={item} onItem={onItem} />}
      <ConfirmDialog
        open={closing}
        onOpenChange={setClosing}
        title="Close the queue?"
        description={
          "No new labels can be added. The labels and the scores that came from them are kept. " +
          "Disagreements can still be decided."
        }
        confirmLabel="Close the queue"
        busy={close.isPending}
        onConfirm={() => close.mutate(undefined, { onSuccess: () => setClosing(false), onError: notify.failure })}
      />
    </>
  );
}
