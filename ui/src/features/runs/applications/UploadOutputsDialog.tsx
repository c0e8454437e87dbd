import { FileUp } from "lucide-react";
import { useRef } from "react";
import type { RunReport, UploadReport } from "@/api/types";
import { ACCEPTED } from "@/features/datasets";
import { ApiError } from "@/shared/http/apiError";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { FileInput } from "@/shared/ui/FileInput";
import { Notice } from "@/shared/ui/Notice";
import { useUploadOutputs } from "./api";

interface UploadOutputsDialogProps {
  project: string;
  run: Pick<RunReport, "id" | "number">;
  onClose: () => void;
}

export function UploadOutputsDialog({ project, run, onClose }: UploadOutputsDialogProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useUploadOutputs(project, run.id);
  const { error } = upload;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Upload outputs to run #${run.number}`}
      description="A CSV, JSONL, JSON or Excel file with one row per output."
      width="lg"
    >
      <div className="flex flex-col gap-3 text-sm text-ink-muted">
        <ul className="list-disc space-y-1 pl-5">
          <li>
            The output is in a column <code>output</code>, <code>answer</code> or <code>response</code>; an error is in{" "}
            <code>error</code>.
          </li>
          <li>
            Rows are matched to cases by a column <code>case_id</code>, or by the columns that the dataset has.
          </li>
          <li>
            Optional columns: <code>trial</code>, <code>latency_ms</code>, <code>cost_usd</code>,{" "}
            <code>prompt_tokens</code>, <code>completion_tokens</code>.
          </li>
        </ul>
        <p>A cell that already has an output keeps it, so the same file can be uploaded again.</p>
        <FileInput ref={chooser} label="File of outputs" accept={ACCEPTED} onFile={(file) => upload.mutate(file)} />
        {upload.data && <UploadResult report={upload.data} />}
        {error && (
          <Notice tone="error" alert>
            {error instanceof ApiError
              ? [error.message, error.nextStep].filter(Boolean).join(". ")
              : "The request failed."}
          </Notice>
        )}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <Button loading={upload.isPending} onClick={() => chooser.current?.click()}>
          <FileUp aria-hidden /> Choose a file
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function UploadResult({ report }: { report: UploadReport }) {
  const { stored, already_there: there, unmatched, problems, open } = report;
  return (
    <div role="status" className="rounded-md border border-line px-3 py-2.5">
      <p className="font-medium text-ink">{countOf(stored, "output")} stored</p>
      <p>
        {[
          `matched by ${report.matched_by.join(", ")}`,
          ...(there > 0 ? [`${countOf(there, "row")} of cells that have an output already`] : []),
          open > 0 ? `${countOf(open, "cell")} without an output` : "no cell is without an output",
        ].join(" · ")}
      </p>
      {unmatched > 0 && (
        <div className="mt-2 text-warning">
          <p className="font-medium">{countOf(unmatched, "row")} not used</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable */}
          <ul tabIndex={0} aria-label="Rows that are not used" className="mt-1 max-h-40 overflow-y-auto">
            {problems.map(({ row, line, message }) => (
              <li key={`${row} ${message}`}>
                {line === null ? `Row ${row}` : `Line ${line}`}: {message}
              </li>
            ))}
            {unmatched > problems.length && <li>{countOf(unmatched - problems.length, "more row")}</li>}
          </ul>
        </div>
      )}
    </div>
  );
}
