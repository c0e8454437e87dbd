import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RunReport } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { scorerKindsQuery, useAddScorers } from "../api";
import type { RunProblem, ScorerPart } from "../form/runForm";
import { specProblems } from "../form/schemaFields";
import { ScorerList } from "../form/ScorerSection";

/** More scorers for what is there already: no target is asked again. */
export function AddScorerDialog({ project, run, onClose }: { project: string; run: RunReport; onClose: () => void }) {
  const [scorers, setScorers] = useState<readonly ScorerPart[]>([]);
  const [tried, setTried] = useState(false);
  const kinds = useQuery(scorerKindsQuery(project)).data?.items ?? [];
  const add = useAddScorers(project, run.id);
  const listed =
    add.error instanceof ApiError && Array.isArray(add.error.details["problems"])
      ? (add.error.details["problems"] as RunProblem[])
      : [];
  const unfinished = scorers.some(({ kind, values }) => {
    const schema = kinds.find((known) => known.kind === kind)?.schema;
    return schema !== undefined && Object.keys(specProblems(schema, values)).length > 0;
  });
  const send = () => {
    setTried(true);
    if (scorers.length === 0 || unfinished) return;
    add.mutate(
      scorers.map(({ kind, values }) => ({ kind, ...values })),
      {
        onSuccess: () => {
          notify.success(`${countOf(scorers.length, "scorer")} added`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add scorers"
      description="The scorers rate the existing answers. No target is called again; only graders make calls."
      width="lg"
      closeOnOutside={scorers.length === 0}
    >
      <ScorerList project={project} scorers={scorers} problems={listed} tried={tried} onChange={setScorers} />
      {add.isError && listed.length === 0 && (
        <Notice tone="error" alert className="mt-3">
          {add.error instanceof ApiError ? add.error.message : "The request failed."}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <Button disabled={scorers.length === 0} loading={add.isPending} onClick={send}>
          Score
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
