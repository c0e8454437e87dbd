import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { rubricChoicesQuery } from "@/features/judging";
import { reportQuery } from "@/features/runs";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { useMakeQueue } from "../api";
import { ASK_HINTS, ASK_NAMES, type Ask } from "../annotationPhrasing";
import { CellChoice } from "./CellChoice";
import { bodyOf, labelsAsked, NEW_QUEUE, problemsIn, type QueueForm } from "./queueForm";
import { RunPicker } from "./RunPicker";

interface NewQueueDialogProps {
  project: string;
  /** The run it is for, where someone came from one. */
  run: string | null;
  onClose: () => void;
}

export function NewQueueDialog({ project, run, onClose }: NewQueueDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New queue"
      description="People see cases and answers one by one, without the name of the model."
      width="lg"
    >
      <NewQueueForm project={project} run={run} onClose={onClose} />
    </Dialog>
  );
}

const ASKS: Ask[] = ["thumbs", "stars", "rubric"];
const PEOPLE = ["1", "2", "3", "4", "5"] as const;

function NewQueueForm({ project, run, onClose }: NewQueueDialogProps) {
  const [form, setForm] = useState<QueueForm>({ ...NEW_QUEUE, run });
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const navigate = useNavigate();
  const make = useMakeQueue(project);
  const report = useQuery({ ...reportQuery(project, form.run ?? ""), enabled: form.run !== null });
  const rubrics = useQuery(rubricChoicesQuery(project));
  const problems = tried ? problemsIn(form) : {};
  const set = (part: Partial<QueueForm>) => {
    setForm({ ...form, ...part });
    setRefused(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (make.isPending || Object.keys(problemsIn(form)).length > 0) return;
    make.mutate(bodyOf(form), {
      onSuccess: (made) =>
        void navigate({ to: "/projects/$slug/annotate/$queue", params: { slug: project, queue: made.id }, search: {} }),
      onError: (error) => setRefused(error instanceof ApiError ? error.message : "Something went wrong."),
    });
  };
  const answers = report.data?.plan.cells ?? 0;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={problems.name}>
          <Input
            value={form.name}
            maxLength={100}
            autoComplete="off"
            placeholder="Tone of support answers"
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label="Run" required error={problems.run}>
          <RunPicker
            project={project}
            value={form.run}
            shown={report.data ? `#${report.data.number} ${report.data.name}` : null}
            onChoose={(chosen) => set({ run: chosen, columns: null })}
          />
        </Field>
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium text-ink">Kind of label</span>
        <Segmented
          label="Kind of label"
          value={form.ask}
          onChange={(ask) => set({ ask })}
          options={ASKS.map((value) => ({ value, label: ASK_NAMES[value] }))}
          className="self-start"
        />
        <p className="text-xs text-ink-subtle">{ASK_HINTS[form.ask]}</p>
      </div>
      {form.ask === "rubric" && (
        <Field
          label="Rubric"
          required
          error={problems.rubric}
          hint={
            rubrics.data?.items.length === 0
              ? "This project has no rubric yet. Create one under Judges."
              : "The queue uses the newest version of the rubric."
          }
        >
          <Select
            value={form.rubric ?? ""}
            onChange={(rubric) => set({ rubric })}
            options={(rubrics.data?.items ?? []).map(({ id, name, version }) => ({
              value: id,
              label: `${name} v${version}`,
            }))}
          />
        </Field>
      )}
      <CellChoice form={form} problems={problems} columns={report.data?.plan.columns ?? []} onChange={set} />
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium text-ink">People for each answer</span>
        <Segmented
          label="People for each answer"
          value={String(form.people) as (typeof PEOPLE)[number]}
          onChange={(people) => set({ people: Number(people) })}
          options={PEOPLE.map((value) => ({ value, label: value }))}
          className="self-start"
        />
        <p className="text-xs text-ink-subtle">
          {form.people === 1
            ? "The label of one person becomes the score. With two or more people, agreement is measured."
            : "Where people disagree, a reviewer decides."}
          {answers > 0 && ` At most ${labelsAsked(answers, form).toLocaleString("en")} labels.`}
        </p>
      </div>
      <Field label="Instructions" optional hint="Shown beside every answer.">
        <Textarea
          rows={2}
          maxLength={4_000}
          value={form.instructions}
          placeholder="What makes an answer good? What does not matter?"
          onChange={(event) => set({ instructions: event.target.value })}
        />
      </Field>
      {refused && (
        <Notice tone="error" alert>
          {refused}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={make.isPending}>
          Create queue
        </Button>
      </DialogFooter>
    </form>
  );
}
