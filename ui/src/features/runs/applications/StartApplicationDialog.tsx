import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DatasetPicker } from "@/features/datasets";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { scorerKindsQuery } from "../api";
import type { RunProblem, ScorerPart } from "../form/runForm";
import { specProblems } from "../form/schemaFields";
import { ScorerList } from "../form/ScorerSection";
import { useStartApplicationRun } from "./api";
import { applicationSnippet } from "./applicationSnippet";

/** Starts a run whose outputs an application submits, or shows how to start it from Python. */
export function StartApplicationDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [version, setVersion] = useState("");
  const [dataset, setDataset] = useState<{ id: string; name: string } | null>(null);
  const [scorers, setScorers] = useState<readonly ScorerPart[]>([]);
  const [tried, setTried] = useState(false);
  const kinds = useQuery(scorerKindsQuery(project)).data?.items ?? [];
  const start = useStartApplicationRun(project);
  const { error } = start;
  const listed =
    error instanceof ApiError && Array.isArray(error.details["problems"])
      ? (error.details["problems"] as RunProblem[])
      : [];
  const unfinished = scorers.some(({ kind, values }) => {
    const schema = kinds.find((known) => known.kind === kind)?.schema;
    return schema !== undefined && Object.keys(specProblems(schema, values)).length > 0;
  });
  const send = () => {
    setTried(true);
    if (name.trim() === "" || dataset === null || unfinished) return;
    start.mutate(
      {
        application: { name: name.trim(), version: version.trim() },
        dataset: dataset.id,
        name: "",
        trials: 1,
        choice: {},
        scorers: scorers.map(({ kind, values }) => ({ kind, ...values })),
      },
      { onSuccess: ({ id }) => void navigate({ to: "/projects/$slug/runs/$run", params: { slug: project, run: id } }) },
    );
  };
  const snippet = applicationSnippet({
    address: window.location.origin,
    project,
    dataset: dataset?.name ?? "…",
    application: name.trim() || "…",
    version: version.trim(),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Evaluate your application"
      description="Your application answers the cases of a dataset. Edison scores and compares the outputs as in any run."
      width="lg"
      closeOnOutside={name === "" && dataset === null}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Application" required error={tried && name.trim() === "" ? "Enter a name" : undefined}>
            <Input
              value={name}
              maxLength={100}
              placeholder="Support bot"
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Field label="Version" optional>
            <Input
              value={version}
              maxLength={100}
              placeholder="Release or commit"
              onChange={({ target }) => setVersion(target.value)}
            />
          </Field>
        </div>
        <Field label="Dataset" required error={tried && dataset === null ? "Choose a dataset" : undefined}>
          <DatasetPicker project={project} label="Dataset" chosen={dataset} onChoose={setDataset} />
        </Field>
        <section aria-label="Scorers">
          <h3 className="mb-1 text-sm font-medium text-ink">Scorers</h3>
          <ScorerList project={project} scorers={scorers} problems={listed} tried={tried} onChange={setScorers} />
        </section>
        <section aria-label="Start from Python">
          <h3 className="mb-1 text-sm font-medium text-ink">Or start it from Python</h3>
          <div className="flex items-start justify-between gap-2 rounded-md border border-line bg-surface p-1 pl-3">
            <pre className="min-w-0 py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap text-ink">{snippet}</pre>
            <CopyButton text={snippet} label="Copy Python" />
          </div>
        </section>
        {error && (
          <Notice tone="error" alert>
            {listed.length > 0 ? (
              <ul>
                {listed.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>{message}</li>
                ))}
              </ul>
            ) : error instanceof ApiError ? (
              error.message
            ) : (
              "The request failed."
            )}
          </Notice>
        )}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={start.isPending}>
            Start and upload outputs
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
