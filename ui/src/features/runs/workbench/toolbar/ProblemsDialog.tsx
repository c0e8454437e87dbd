import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { RunProblem } from "@/features/runs";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";

interface ProblemsDialogProps {
  project: string;
  problems: readonly RunProblem[];
  dataset: { id: string; name: string } | null;
  grader: string | null;
  onClose: () => void;
  onUpload: () => void;
}

const link = "mt-0.5 inline-flex min-h-6 items-center rounded text-sm font-medium text-accent-ink hover:underline";

/** Every reason why the run did not start, each with the way to mend it where there is one. */
export function ProblemsDialog({ project: slug, problems, dataset, grader, onClose, onUpload }: ProblemsDialogProps) {
  const mend = ({ code = "", field }: RunProblem): ReactNode => {
    if (code === "credential_not_ready")
      return (
        <Link to="/projects/$slug/settings/credentials" params={{ slug }} className={link}>
          View the credentials
        </Link>
      );
    if (code === "no_price")
      return (
        <Link to="/projects/$slug/models" params={{ slug }} className={link}>
          Set a price in the catalog
        </Link>
      );
    if (code === "no_model" || code === "no_such_model")
      return (
        <Link to="/projects/$slug/models" params={{ slug }} search={{ add: true }} className={link}>
          Open the catalog
        </Link>
      );
    if ((code === "no_grader" || code === "missing_variable") && field.startsWith("scorers") && grader)
      return (
        <Link to="/projects/$slug/prompts/$prompt" params={{ slug, prompt: grader }} className={link}>
          Open the grader
        </Link>
      );
    if (code === "no_cases" && dataset)
      return (
        <Link to="/projects/$slug/datasets/$dataset" params={{ slug, dataset: dataset.id }} className={link}>
          Open {dataset.name}
        </Link>
      );
    if (code === "no_dataset" || code === "missing_variable")
      return (
        <button type="button" onClick={onUpload} className={link}>
          Upload a dataset
        </button>
      );
    return null;
  };
  return (
    <Dialog
      open={problems.length > 0}
      onOpenChange={onClose}
      title="The run cannot start yet"
      description="Nothing was sent and nothing was spent."
      width="md"
    >
      <ul className="flex flex-col gap-3">
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.message}`} className="flex items-start gap-2.5 text-sm text-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-error-mark" />
            <div className="min-w-0">
              <p className="wrap-anywhere">{problem.message}</p>
              {mend(problem)}
            </div>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
