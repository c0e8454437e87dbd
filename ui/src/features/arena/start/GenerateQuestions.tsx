import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Project } from "@/api/types";
import {
  EMPTY_FORM,
  generationForecastQuery,
  generationProblems,
  generationWords,
  priceWords,
  suggestedName,
  toWish,
  useGeneration,
  useKeepQuestions,
} from "@/features/datasets";
import { type ChosenModel, ModelPicker } from "@/features/runs";
import { useDebounced } from "@/shared/forms/useDebounced";
import { hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";

interface GenerateQuestionsProps {
  project: Project;
  /** The generation that the address names: what was paid for is there again after a reload. */
  assist: string | null;
  onBegun: (assist: string) => void;
  onKept: (dataset: string) => void;
}

/** A topic, a number and a model. The questions are saved as a dataset as soon as they are written. */
export function GenerateQuestions({ project, assist: id, onBegun, onKept }: GenerateQuestionsProps) {
  const { slug } = project;
  const [topic, setTopic] = useState("");
  const [count, setCount] = useState("10");
  const [model, setModel] = useState<ChosenModel | null>(null);
  const [tried, setTried] = useState(false);
  const generation = useGeneration(slug, id, onBegun);
  const keep = useKeepQuestions(slug);
  const form = { ...EMPTY_FORM, topic, count };
  const problems = tried ? generationProblems(form, []) : {};
  const done = generation.assist?.state === "done" ? generation.assist.id : null;
  const kept = useRef<string | null>(null);

  const save = (assist: string, name: string) =>
    keep.mutate(
      { assist, into: { name }, chosen: null },
      {
        onSuccess: ({ id: dataset }) => onKept(dataset),
        onError: (error) => {
          // A second arena on the same topic has a dataset of its own.
          if (hasCode(error, "DUPLICATE_NAME")) save(assist, `${name.slice(0, 92)} (${assist.slice(-4)})`);
        },
      },
    );
  useEffect(() => {
    if (done === null || kept.current === done) return;
    kept.current = done;
    save(done, suggestedName(form));
  });

  const refused = project.settings.allow_synthetic_datasets
    ? null
    : "This project does not allow cases that a model wrote. An admin can change that in the settings.";
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(generationProblems(form, [])).length > 0 || generation.busy || refused) return;
    generation.start({ model: model?.id ?? null, wish: toWish(form, null, []) });
  };
  const settled = useDebounced(JSON.stringify(form));
  const complete = Object.keys(generationProblems(form, [])).length === 0;
  const forecast = useQuery({
    ...generationForecastQuery(slug, {
      model: model?.id ?? null,
      wish: toWish(JSON.parse(settled) as typeof form, null, []),
    }),
    enabled: complete && settled === JSON.stringify(form) && refused === null,
  });
  const busy = generation.busy || keep.isPending;
  const failed = generation.problem ?? (keep.isError ? generationWords(keep.error) : null);
  return (
    <form onSubmit={ask} noValidate className="flex flex-col gap-3">
      {refused && <Notice tone="warning">{refused}</Notice>}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <Field label="Topic" required error={problems.about ? "Enter what the questions are about" : undefined}>
          <Input
            value={topic}
            maxLength={200}
            autoComplete="off"
            placeholder="Railway timetables"
            onChange={({ target }) => setTopic(target.value)}
          />
        </Field>
        <Field label="Questions" required error={problems.count}>
          <Input
            value={count}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => setCount(target.value)}
          />
        </Field>
      </div>
      <Field label="Model that writes" optional hint="If you choose none, Edison chooses a good, inexpensive model.">
        <ModelPicker project={slug} label="Model that writes" chosen={model} onChoose={setModel} />
      </Field>
      {failed && (
        <Notice tone="error" alert>
          {failed}
        </Notice>
      )}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="secondary" loading={busy} disabled={refused !== null}>
          {!busy && <Sparkles aria-hidden />} Generate questions
        </Button>
        <p role="status" className="text-xs text-ink-muted">
          {busy
            ? "Writing the questions and saving them as a dataset."
            : priceWords(complete && !forecast.isError ? forecast.data : undefined)}
        </p>
      </div>
    </form>
  );
}
