import type { Cell, Project, RunReport } from "@/api/types";
import { AssistStep, readExplanation, UnreadableAnswer } from "@/features/assists";
import { may } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { CopyButton } from "@/shared/ui/CopyButton";
import { CellPart } from "../grid/CellPart";
import { isFailing } from "./failingCells";

interface ExplainFailureProps {
  project: Project;
  run: RunReport;
  cell: Cell;
}

/** Why an answer did not pass, and what to change in the prompt: asked of a model, at a cost that is shown first. */
export function ExplainFailure({ project, run, cell }: ExplainFailureProps) {
  if (!may(project, "start_runs") || project.archived_at !== null) return null;
  if (!isFailing({ state: cell.state, manual: cell.mark?.grade ?? null, scores: cell.scores })) return null;
  return (
    <CellPart title="Explain this failure">
      <AssistStep
        key={cell.ordinal}
        project={project.slug}
        label="Explain this failure"
        order={{ kind: "explain_failure", input: { run: run.id, cell: cell.ordinal } }}
        result={(result) => {
          const read = readExplanation(result);
          return read ? (
            <dl className="flex flex-col gap-2 text-sm">
              <div>
                <dt className="text-xs text-ink-subtle">Cause</dt>
                <dd className="wrap-anywhere text-ink">{visibleText(read.cause)}</dd>
              </div>
              <div>
                <dt className="text-xs text-ink-subtle">Suggested instruction</dt>
                <dd className="flex items-start gap-1 text-ink">
                  <span className="min-w-0 flex-1 wrap-anywhere">{visibleText(read.suggestion)}</span>
                  <CopyButton text={read.suggestion} label="Copy the instruction" />
                </dd>
              </div>
            </dl>
          ) : (
            <UnreadableAnswer />
          );
        }}
      />
    </CellPart>
  );
}
