import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Coins, Sparkles } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import type { Dataset, Project } from "@/api/types";
import { readCases } from "@/features/assists";
import { fewModelsQuery } from "@/features/models";
import type { ChosenModel } from "@/features/runs";
import { useDebounced } from "@/shared/forms/useDebounced";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { generationForecastQuery, type GenerationOrder, useGeneration, wordsOf } from "./api";
import { EMPTY_FORM, type GenerationForm, generationProblems, suggestedName, toWish } from "./generationForm";
import { ExampleCaseList } from "./ExampleCaseList";
import { priceWords } from "./pricePhrasing";
import { SaveBar } from "./SaveBar";
import type { Generated } from "./types";
import { showable, useExampleCases } from "./useExampleCases";
import { GenerationFields } from "./GenerationFields";
import { GeneratedPanel } from "./GeneratedPanel";

interface GenerateScreenProps {
  project: Project;
  /** The dataset that is to have more cases; null for a new one. */
  into: Dataset | null;
  /** The generation that the address names. */
  assist: string | null;
  like: readonly string[];
  onBegun: (assist: string | null) => void;
  onLike: (like: string[]) => void;
}

const SETTLE_MS = 600;
const NOTHING: ReadonlySet<number> = new Set();

export function GenerateScreen({ project, into, assist: id, like, onBegun, onLike }: GenerateScreenProps) {
  const { slug } = project;
  const navigate = useNavigate();
  const [form, setForm] = useState<GenerationForm>(EMPTY_FORM);
  const [model, setModel] = useState<ChosenModel | null>(null);
  const [pressed, setPressed] = useState(false);
  // What is left out belongs to one generation.
  const [held, setHeld] = useState<{ of: string | null; out: ReadonlySet<number> }>({ of: null, out: NOTHING });
  const out = held.of === id ? held.out : NOTHING;
  const generation = useGeneration(slug, id, onBegun);
  const liked = useExampleCases(slug, into?.id ?? null, like);
  const models = useQuery(fewModelsQuery(slug, "", 1));
  const shown = showable(liked);
  const found = generationProblems(form, shown);
  const order: GenerationOrder = { model: model?.id ?? null, wish: toWish(form, into, shown) };
  // Whether a case is held out is known once it was read.
  const complete = Object.keys(found).length === 0 && liked.every(({ one, gone }) => one !== null || gone);
  const forecast = useForecast(slug, order, complete);
  const made = useMemo(() => readCases(generation.assist?.result), [generation.assist?.result]);
  const questions = made?.cases ?? [];
  const nobody = models.data?.items.length === 0;
  const refused = !project.settings.allow_synthetic_datasets
    ? "This project does not allow cases that a model wrote. An admin can change that in the settings."
    : null;

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!complete || generation.busy || refused || nobody) return;
    generation.start(order);
  };
  const kept = ({ id: dataset, name, added, version }: Generated) => {
    notify.success(`${countOf(added, "question")} saved in ${name}, version ${version}`);
    void navigate({ to: "/projects/$slug/datasets/$dataset", params: { slug, dataset }, search: {} });
  };

  return (
    <div className="grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
      <Card
        aria-label="What to generate"
        className="px-5 py-4 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto"
      >
        <form onSubmit={ask} noValidate className="flex flex-col gap-4">
          {refused && <Notice tone="warning">{refused}</Notice>}
          {nobody && (
            <Notice tone="warning">
              This project has no model yet.{" "}
              <Link to="/projects/$slug/settings/credentials" params={{ slug }} className="font-medium underline">
                Add a credential
              </Link>
            </Notice>
          )}
          {into && liked.length > 0 && (
            <ExampleCaseList
              dataset={into}
              liked={liked}
              onRemove={(gone) => onLike(like.filter((one) => one !== gone))}
            />
          )}
          <GenerationFields
            project={slug}
            form={form}
            model={model}
            usual={forecast.data?.model_name ?? null}
            problems={pressed ? found : {}}
            into={into}
            onChange={(part) => setForm({ ...form, ...part })}
            onModel={setModel}
          />
          {complete && forecast.isError && <Notice tone="error">{wordsOf(forecast.error)}</Notice>}
          <div
            className={cx(
              "flex flex-wrap items-center justify-between gap-3 border-t border-line bg-raised pt-4",
              "xl:sticky xl:-bottom-4 xl:-mx-5 xl:-mb-4 xl:px-5 xl:pb-4",
            )}
          >
            <p role="status" className="flex items-center gap-1.5 text-xs text-ink-muted">
              <Coins aria-hidden className="size-4 text-ink-subtle" />{" "}
              {priceWords(complete ? forecast.data : undefined)}
            </p>
            <Button type="submit" loading={generation.busy} disabled={refused !== null || nobody}>
              {!generation.busy && <Sparkles aria-hidden />}{" "}
              {questions.length > 0 && !generation.busy ? "Generate again" : "Generate"}
            </Button>
          </div>
        </form>
      </Card>
      <div className="min-w-0">
        {generation.lost ? (
          <div className="flex flex-col items-center gap-3">
            <ErrorState error={generation.lost} onRetry={generation.again} />
            <Button variant="ghost" size="sm" onClick={() => onBegun(null)}>
              Start over
            </Button>
          </div>
        ) : (
          <GeneratedPanel
            generation={generation}
            questions={questions}
            sentence={made?.sentence ?? null}
            out={out}
            onOut={(next) => setHeld({ of: id, out: next })}
          />
        )}
        {id !== null && questions.length > 0 && (
          <SaveBar
            key={id}
            project={slug}
            assist={id}
            busy={generation.busy}
            count={questions.length - out.size}
            chosen={out.size === 0 ? null : [...questions.keys()].filter((place) => !out.has(place))}
            suggested={suggestedName(form)}
            into={into}
            onKept={kept}
          />
        )}
      </div>
    </div>
  );
}

/** What asking would cost, once typing pauses. */
function useForecast(project: string, order: GenerationOrder, complete: boolean) {
  // Every render creates a new order object, so equality is by content.
  const now = JSON.stringify(order);
  const words = useDebounced(now, SETTLE_MS);
  const settled = useMemo(() => JSON.parse(words) as GenerationOrder, [words]);
  return useQuery({ ...generationForecastQuery(project, settled), enabled: complete && words === now });
}
