import { Link } from "@tanstack/react-router";
import { ListRestart, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { isMissing } from "./promotionPhrasing";
import type { Promotion } from "./types";

interface NextEvidenceProps {
  project: Project;
  prompt: string;
  number: number;
  /** The version that holds the label. */
  holder: number | null;
  /** The suite that the protection asks for. */
  suite: string | null;
  /** A run of the version that holds the label: the new run has to have the same cases, models and scorers. */
  like: string | null;
  evidence: Pick<Promotion, "run" | "baseline_run" | "verdict" | "requirements">;
}

/** What leads to the evidence that is missing; nothing where no run would help. */
export function NextEvidence(props: NextEvidenceProps) {
  const { project, prompt, number, holder, suite, like, evidence } = props;
  const { slug } = project;
  const noRun = isMissing(evidence.requirements, "run");
  const noBaseline = isMissing(evidence.requirements, "baseline");
  if (!noRun && !noBaseline) {
    if (evidence.verdict !== "cannot_tell" || evidence.baseline_run === null) return null;
    return <Hint>More cases make the verdict certain. The comparison prepares the run that decides.</Hint>;
  }
  if (!may(project, "start_runs") || project.archived_at !== null)
    return <Hint>An editor of this project can start the run that is missing.</Hint>;
  if (suite !== null)
    return (
      <Hint
        action={
          <Button variant="secondary" size="sm" asChild>
            <Link to="/projects/$slug/suites/$suite" params={{ slug, suite }} search={{}}>
              <ListRestart aria-hidden /> Open suite
            </Link>
          </Button>
        }
      >
        The evidence has to come from the suite of this label. Run the suite with version {noRun ? number : holder}.
      </Hint>
    );
  const missing = noRun ? number : (holder ?? number);
  const from = noRun ? like : evidence.run;
  return (
    <Hint
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link
            to="/projects/$slug/runs/new"
            params={{ slug }}
            search={{ prompt, version: missing, ...(from === null ? {} : { from }) }}
          >
            <Play aria-hidden /> {noRun ? "Run this version" : `Run version ${missing}`}
          </Link>
        </Button>
      }
    >
      {noRun
        ? from === null
          ? "Run this version on a dataset with a scorer, then promote it."
          : `Run this version with the cases, models and scorers of version ${holder}, then promote it.`
        : `Run version ${missing} with the same cases, models and scorers, so that the two can be compared.`}
    </Hint>
  );
}

function Hint({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-surface px-3 py-2">
      <p className="min-w-0 flex-1 basis-56 text-sm text-ink-muted">{children}</p>
      {action}
    </div>
  );
}
