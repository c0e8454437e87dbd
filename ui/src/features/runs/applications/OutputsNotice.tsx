import { CheckCheck, FileUp } from "lucide-react";
import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { isWorking, totalsOf } from "../runStates";
import { useFinishOutputs } from "./api";
import { UploadOutputsDialog } from "./UploadOutputsDialog";

/** How many outputs the application has submitted, and the ways to give the others. */
export function OutputsNotice({ project, run }: { project: Project; run: RunReport }) {
  const [asked, setAsked] = useState<"upload" | "finish" | null>(null);
  const finish = useFinishOutputs(project.slug, run.id);
  const { done, total } = totalsOf(run);
  const open = total - done;
  const starts = may(project, "start_runs") && project.archived_at === null;
  const close = () => setAsked(null);
  // The result of an upload stays after the last output has arrived.
  const dialog = asked === "upload" && <UploadOutputsDialog project={project.slug} run={run} onClose={close} />;
  return (
    <>
      {open > 0 && isWorking(run.state) && (
        <Notice tone="info">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-medium">
                Waiting for outputs: {done.toLocaleString("en")} of {total.toLocaleString("en")}
              </p>
              <p>
                {run.plan.application?.name} submits its outputs with the SDK or the API, or you upload them. Each
                output is scored when it arrives.
              </p>
            </div>
            {starts && (
              <div className="flex flex-wrap gap-2">
                <Button variant="secondary" size="sm" onClick={() => setAsked("upload")}>
                  <FileUp aria-hidden /> Upload outputs
                </Button>
                <Button variant="secondary" size="sm" onClick={() => setAsked("finish")}>
                  <CheckCheck aria-hidden /> Finish run
                </Button>
              </div>
            )}
          </div>
          {asked === "finish" && (
            <ConfirmDialog
              open
              onOpenChange={(next) => !next && close()}
              title={`Finish run #${run.number}?`}
              description={`${countOf(open, "cell")} without an output will fail, and the run ends when all outputs are scored.`}
              confirmLabel="Finish run"
              busy={finish.isPending}
              onConfirm={() =>
                finish.mutate(undefined, {
                  onSuccess: close,
                  onError: (error) => {
                    notify.failure(error);
                    close();
                  },
                })
              }
            />
          )}
        </Notice>
      )}
      {dialog}
    </>
  );
}
