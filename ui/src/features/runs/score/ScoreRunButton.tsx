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

/** The next step of a screen that lacks a judge's scores; nothing for whoever may not score, or before the end. */
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
