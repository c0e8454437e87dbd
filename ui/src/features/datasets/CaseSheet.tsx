import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Lock, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Case, CaseHistory, Dataset } from "@/api/types";
import { CommentThreads } from "@/features/comments";
import { useProject } from "@/features/people/projects";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { Sheet } from "@/shared/ui/Sheet";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { Tabs } from "@/shared/ui/Tabs";
import { caseQuery } from "./api";
import { CaseEditor } from "./CaseEditor";
import { CaseContent } from "./CaseContent";
import { wordingAt } from "./caseText";
import { CaseTimeline } from "./CaseTimeline";

interface CaseSheetProps {
  project: string;
  dataset: Dataset;
  id: string;
  /** The wording that the table shows, if it has come that far. */
  shown: Case | null;
  /** An older version that is looked at; null for the newest. */
  version: number | null;
  /** Off for viewers and for older versions. */
  edits: boolean;
  previous: string | null;
  next: string | null;
  onGo: (id: string) => void;
  onDelete: (one: Case) => void;
  onClose: () => void;
}

/** One case beside the table, to read it whole, change it, and see what it said before. */
export function CaseSheet(props: CaseSheetProps) {
  const { project, dataset, id, shown, version, edits, previous, next, onGo, onDelete, onClose } = props;
  const owner = useProject(project);
  const [editing, setEditing] = useState<string | null>(null);
  const found = useQuery(caseQuery(project, dataset.id, id));
  const newest = found.data?.case ?? null;
  const one = (found.data && (version === null ? newest : wordingAt(found.data, version))) ?? shown;
  const shut = dataset.holdout_locked && one?.split === "holdout";
  const mayChange = edits && newest !== null && newest.until === null && !shut;
  if (newest && editing === id && mayChange) {
    return <CaseEditor key={id} project={project} dataset={dataset} one={newest} onDone={() => setEditing(null)} />;
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={one ? `Case ${one.position}` : "Case"}
      badges={shut && <Badge icon={<Lock aria-hidden />}>Locked</Badge>}
      actions={
        <>
          <IconButton
            label="Case before"
            aria-disabled={previous === null || undefined}
            className="aria-disabled:opacity-40"
            onClick={() => previous && onGo(previous)}
          >
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton
            label="Case after"
            aria-disabled={next === null || undefined}
            className="aria-disabled:opacity-40"
            onClick={() => next && onGo(next)}
          >
            <ChevronDown aria-hidden />
          </IconButton>
        </>
      }
      footer={
        mayChange && (
          <>
            <Button variant="ghost" className="mr-auto" onClick={() => onDelete(newest)}>
              <Trash2 aria-hidden /> Delete
            </Button>
            <Button onClick={() => setEditing(id)}>
              <Pencil aria-hidden /> Edit case
            </Button>
          </>
        )
      }
    >
      {shut && edits && (
        <Notice tone="info" className="mb-4">
          The hold-out is locked, so this case cannot be changed. Unlock it under Splits.
        </Notice>
      )}
      {!one && found.isPending && <BlockSkeleton lines={8} label="Loading case" />}
      {!one && found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {one && (
        <Tabs
          label="Case"
          tabs={[
            {
              value: "content",
              label: "Content",
              content: <CaseContent one={one} columns={dataset.columns} locked={dataset.holdout_locked} />,
            },
            {
              value: "history",
              label: `History${wordings(found.data)}`,
              content: found.data ? (
                <CaseTimeline history={found.data} columns={dataset.columns} />
              ) : (
                <BlockSkeleton lines={4} label="Loading history" />
              ),
            },
          ]}
        />
      )}
      {newest && (
        <div className="mt-6 border-t border-line pt-4">
          <CommentThreads key={id} project={owner} subject={{ kind: "case", id: dataset.id, part: id }} />
        </div>
      )}
    </Sheet>
  );
}

function wordings(history: CaseHistory | undefined): string {
  return history && history.earlier.length > 0 ? ` (${history.earlier.length + 1})` : "";
}
