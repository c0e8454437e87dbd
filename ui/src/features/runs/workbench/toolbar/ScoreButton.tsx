import { Gavel } from "lucide-react";
import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { ScoreDialog } from "@/features/runs";
import { Button } from "@/shared/ui/Button";

/** Judges for the answers on the screen, once the run has ended. */
export function ScoreButton({ project, run }: { project: Project; run: RunReport | null }) {
  const [open, setOpen] = useState(false);
  if (!run || run.state !== "completed" || !may(project, "start_runs") || project.archived_at !== null) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Gavel aria-hidden /> Score
      </Button>
      {open && <ScoreDialog project={project.slug} run={run} onClose={() => setOpen(false)} />}
    </>
  );
}
