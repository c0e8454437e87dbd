import { useNavigate } from "@tanstack/react-router";
import { FileUp, Plus, TestTubeDiagonal } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/shared/ui/Button";
import { FileInput } from "@/shared/ui/FileInput";
import { notify } from "@/shared/ui/notify";
import { useCreateExperiment, useImportBundle } from "../wizard/api";
import { TemplateCards } from "./TemplateCards";

const BLANK = "blank";

/** The first step of an experiment: a template that fills everything in, or an empty form. */
export function TemplateStart({ project, title }: { project: string; title: string }) {
  const navigate = useNavigate();
  const create = useCreateExperiment(project);
  const [chosen, setChosen] = useState<string | null>(null);
  const bring = useImportBundle(project);
  const picker = useRef<HTMLInputElement>(null);
  const busy = create.isPending || bring.isPending;
  const open = (id: string) =>
    void navigate({
      to: "/projects/$slug/experiments/$experiment/setup",
      params: { slug: project, experiment: id },
      search: { step: 1 },
    });
  const begin = (template: string | null) => {
    if (busy) return;
    setChosen(template ?? BLANK);
    create.mutate(template, {
      onSuccess: ({ id }) => open(id),
      onError: (error) => {
        setChosen(null);
        notify.failure(error);
      },
    });
  };
  return (
    <section
      aria-label={title}
      className="rounded-xl border border-dashed border-line-strong px-4 py-8 sm:px-8 sm:py-10"
    >
      <div className="mb-6 flex flex-col items-center gap-2 text-center">
        <TestTubeDiagonal aria-hidden className="size-6 text-ink-subtle" />
        <h2 className="text-lg font-semibold text-ink">{title}</h2>
        <p className="max-w-xl text-sm text-ink-muted">
          Begin with a template: the objective, the rubric, a prompt and twenty cases are filled in, and everything can
          be changed. Nothing is spent before you start the experiment.
        </p>
      </div>
      <TemplateCards project={project} busy={chosen} disabled={busy} onChoose={({ id }) => begin(id)} />
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button variant="secondary" loading={chosen === BLANK} disabled={busy} onClick={() => begin(null)}>
          <Plus aria-hidden /> Start without a template
        </Button>
        <Button variant="ghost" loading={bring.isPending} disabled={busy} onClick={() => picker.current?.click()}>
          {!bring.isPending && <FileUp aria-hidden />} Import a bundle
        </Button>
        <FileInput
          ref={picker}
          label="Bundle to import"
          accept=".zip"
          onFile={(file) => bring.mutate(file, { onSuccess: ({ id }) => open(id), onError: notify.failure })}
        />
      </div>
    </section>
  );
}
