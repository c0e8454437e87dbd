import { Gavel } from "lucide-react";
import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { ScoreDialog } from "./ScoreDialog";

interface ScoreRunButtonProps {
  project: Project;
  run: RunReport;
  label: string;
}

/** Starts scoring where scores are missing. Hidden without permission, or before the run has ended. */
export function ScoreRunButton({ project, run, label }: ScoreRunButtonProps) {
  const [open, setOpen] = useState(false);
  if (run.state !== "completed" || !may(project, "start_runs") || project.archived_at !== null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Gavel aria-hidden /> {label}
      </Button>
      {open && <ScoreDialog project={project.slug} run={run} onClose={() => setOpen(false)} />}
    </>
  );
}
