import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ComparisonResult } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { nextRunQuery, type WantedNextRun } from "@/features/runs";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { canDecide, decideWords, searchOf } from "./nextRun";

interface DecideNextProps {
  project: string;
  comparison: ComparisonResult;
  wanted: WantedNextRun;
}

/** After a comparison that cannot tell: the run that decides it, prepared and priced, or how many cases to write. */
export function DecideNext({ project: slug, comparison, wanted }: DecideNextProps) {
  const project = useProject(slug);
  const enabled = canDecide(comparison) && may(project, "start_runs") && project.archived_at === null;
  const found = useQuery({ ...nextRunQuery(slug, wanted), enabled });
  if (!enabled || !found.data || found.data.step === "none") return null;
  const label = decideWords(found.data);
  return (
    <section aria-label="Suggested run" className="mt-3 flex flex-col items-start gap-1.5">
      {label && (
        <Button variant="secondary" size="sm" asChild>
          <Link to="/projects/$slug/runs/new" params={{ slug }} search={searchOf(wanted)}>
            <Plus aria-hidden /> {label}
          </Link>
        </Button>
      )}
      {found.data.step === "write_cases" ? (
        <Notice tone="info">{found.data.sentence}</Notice>
      ) : (
        <p className="max-w-prose text-sm text-ink-muted">
          {found.data.sentence} The run is prepared, and starts when you press Run.
        </p>
      )}
    </section>
  );
}
