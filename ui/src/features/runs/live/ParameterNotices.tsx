import { Link } from "@tanstack/react-router";
import type { Project, RunReport } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { notedTarget, parametersByModel, type ParameterNote } from "../parameterNotes";

/** Targets that a refused parameter stopped, and parameters that were not sent as they were set. */
export function ParameterNotices({ project, run }: { project: Project; run: RunReport }) {
  const { parameter_notes: notes } = run;
  if (notes.length === 0) return null;
  const stopped = notes.filter(({ kind }) => kind === "stopped");
  return (
    <>
      {stopped.map((note) => (
        <StoppedNotice
          key={`${note.column}-${note.scorer}-${note.parameter}`}
          project={project}
          run={run}
          note={note}
        />
      ))}
      <LeftOutNotice notes={notes} />
    </>
  );
}

function StoppedNotice({ project, run, note }: { project: Project; run: RunReport; note: ParameterNote }) {
  const model = note.column === null ? undefined : run.plan.columns[note.column]?.model_id;
  return (
    <Notice tone="error">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">
            {notedTarget(run, note)} stopped: the provider refuses <code>{note.parameter}</code>
          </p>
          <p className="wrap-anywhere">“{visibleText(note.message)}”</p>
          <p className="wrap-anywhere">{note.suggestion}</p>
        </div>
        {model && (
          <Button variant="secondary" size="sm" asChild>
            <Link to="/projects/$slug/models/$model" params={{ slug: project.slug, model }}>
              View the model
            </Link>
          </Button>
        )}
      </div>
    </Notice>
  );
}

function LeftOutNotice({ notes }: { notes: readonly ParameterNote[] }) {
  const inPrompt = notes.filter(({ parameter }) => parameter === "json_schema").map(({ model }) => model);
  const adapted = parametersByModel(
    notes.filter(({ parameter }) => parameter !== "json_schema"),
    "adapted",
  );
  const unsupported = parametersByModel(notes, "left_out");
  if (adapted.length + unsupported.length + inPrompt.length === 0) return null;
  return (
    <Notice tone="info">
      {unsupported.map(({ model, parameters }) => (
        <p key={model}>
          <code>{parameters.join(", ")}</code> {parameters.length === 1 ? "was" : "were"} not sent to {model}, which
          does not support {parameters.length === 1 ? "it" : "them"}.
        </p>
      ))}
      {[...new Set(inPrompt)].map((model) => (
        <p key={model}>{model} rejects JSON schemas, so it was asked in JSON mode with the schema in the prompt.</p>
      ))}
      {adapted.map(({ model, parameters }) => (
        <p key={model}>
          Edison’s default for <code>{parameters.join(", ")}</code> was left out for {model}, which rejects{" "}
          {parameters.length === 1 ? "it" : "them"}.
        </p>
      ))}
    </Notice>
  );
}
