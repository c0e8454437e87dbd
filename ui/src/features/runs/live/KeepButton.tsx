import { Pin } from "lucide-react";
import type { Project, RunReport } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { notify } from "@/shared/ui/notify";
import { Tooltip } from "@/shared/ui/Tooltip";
import { useKeepRun } from "../api";

/** Takes a run out of retention, or hands it back. */
export function KeepButton({ project, run }: { project: Project; run: RunReport }) {
  const keep = useKeepRun(project.slug, run.id);
  const kept = run.kept_by !== null;
  const days = project.settings.retention_days;
  const rule =
    days === 0
      ? "This project keeps all runs."
      : `Runs are deleted ${days.toLocaleString("en")} days after they finish, unless they are still needed.`;
  const hint = kept ? `Kept by ${run.kept_by}, regardless of its age.` : `Keep this run regardless of its age. ${rule}`;
  return (
    <Tooltip text={hint}>
      <Button
        variant="secondary"
        aria-pressed={kept}
        loading={keep.isPending}
        onClick={() =>
          keep.mutate(!kept, {
            onSuccess: () =>
              notify.success(kept ? "The run is deleted when its retention time ends" : "The run is kept"),
            onError: notify.failure,
          })
        }
      >
        <Pin aria-hidden className={kept ? "fill-current" : undefined} /> {kept ? "Kept" : "Keep"}
      </Button>
    </Tooltip>
  );
}
