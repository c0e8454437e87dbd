import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Model } from "@/api/types";
import { AssistPanel, type RuleAction } from "@/features/assists";
import { AddModels } from "@/features/models/credentials";
import { fewModelsQuery } from "@/features/models";
import { combinations } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { ApiError } from "@/shared/http/apiError";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { SearchInput } from "@/shared/ui/SearchInput";
import { Segmented } from "@/shared/ui/Segmented";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { useAdvice } from "../api";
import { type TargetPart, toPlan } from "../wizardForm";
import { configurations, messageAt } from "../planProblems";
import { ModelRow } from "./ModelRow";
import { per1k } from "./modelPrices";
import { StepColumns } from "./StepColumns";
import type { StepProps } from "./stepProps";

const ALL = "all";
const MANY = 100;

export function ModelsStep(props: StepProps) {
  const { project, form, problems, change, beside } = props;
  const { targets } = form;
  const [provider, setProvider] = useState(ALL);
  const [search, setSearch] = useState("");
  const list = useQuery(fewModelsQuery(project.slug, "", MANY));
  const models = list.data?.items ?? [];
  const providers = [...new Set(models.map((model) => model.provider))];
  const wanted = search.trim().toLowerCase();
  const chosen = (id: string) => targets.filter(({ model }) => model === id);
  const shown = models.filter(
    (model) =>
      chosen(model.id).length > 0 ||
      ((provider === ALL || model.provider === provider) &&
        `${model.title} ${model.name}`.toLowerCase().includes(wanted)),
  );
  // As the forecast beside it counts them: cases that are held out are not asked.
  const { data, stale } = props.forecast;
  const counted = data && !stale && data.iteration.calls > 0 ? data : null;
  const all = configurations(form);
  const change1 = (place: number, part: Partial<TargetPart>) =>
    change({ targets: targets.map((one, at) => (at === place ? { ...one, ...part } : one)) });
  const toggle = (model: Model, on: boolean) =>
    change({
      targets: on
        ? [...targets, { model: model.id, parameters: {}, grid: {} }]
        : targets.filter((one) => one.model !== model.id),
    });
  const rules = useModelRules(props, models);
  return (
    <StepColumns
      beside={
        <>
          <AssistPanel project={project.slug} {...rules} />
          {beside}
        </>
      }
    >
      <Card aria-label="Models" className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
          <SearchInput label="Search models" value={search} onChange={setSearch} className="min-w-40 flex-1" />
          {providers.length > 1 && (
            <Segmented
              label="Provider"
              value={provider}
              onChange={setProvider}
              options={[
                { value: ALL, label: "All" },
                ...providers.map((value) => ({ value, label: PROVIDER_NAMES[value] ?? value })),
              ]}
              className="max-w-full overflow-x-auto"
            />
          )}
        </div>
        {list.isPending && (
          <div className="p-4">
            <RowSkeletons count={4} label="Loading models" />
          </div>
        )}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && models.length === 0 && (
          <div className="p-4">
            <EmptyState title="No models yet" action={<AddModels project={project.slug} />}>
              Adding a credential adds the models of its provider. Simulated models need no key.
            </EmptyState>
          </div>
        )}
        <ul aria-label="Models of this project" className="divide-y divide-line">
          {shown.map((model) => (
            <ModelRow
              key={model.id}
              project={project.slug}
              model={model}
              parts={targets.map((part, place) => ({ part, place })).filter(({ part }) => part.model === model.id)}
              problems={problems}
              onToggle={(on) => toggle(model, on)}
              onChange={change1}
              onAgain={() => change({ targets: [...targets, { model: model.id, parameters: {}, grid: {} }] })}
              onRemove={(place) => change({ targets: targets.filter((_, at) => at !== place) })}
            />
          ))}
        </ul>
        <p role="status" className="border-t border-line bg-surface px-4 py-2.5 text-sm text-ink-muted">
          Selected:{" "}
          <span className="font-medium text-ink">
            {countOf(targets.length, "model")}
            {all !== targets.length && ` in ${countOf(all, "configuration")}`}
            {counted && ` × ${countOf(counted.cases, "case")} = ${countOf(counted.iteration.calls, "call")}`}
          </span>
          {messageAt(problems, "targets") && targets.length > 0 && (
            <span className="ml-2 text-error">{messageAt(problems, "targets")}</span>
          )}
        </p>
      </Card>
      {rules.failed && (
        <Notice tone="error" alert>
          {rules.failed}
        </Notice>
      )}
      <Card aria-label="Trials" className="grid gap-4 px-5 py-4 sm:grid-cols-2">
        <Field
          label="Trials"
          error={messageAt(problems, "trials")}
          hint="How often each case is run. More trials reduce the effect of chance."
        >
          <Input
            value={form.trials}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-28"
            onChange={({ target }) => change({ trials: target.value })}
          />
        </Field>
        <p className="self-center text-xs text-ink-subtle">
          {targets.some(({ grid }) => combinations(grid) > 1)
            ? "Each combination of a parameter grid is a separate configuration."
            : "To try several temperatures or lengths at once, open the parameters of a model and set a parameter grid."}
        </p>
      </Card>
    </StepColumns>
  );
}

/** Rules over the catalog: who is worth a try, and who is dear. */
function useModelRules({ project, experiment, form, change }: StepProps, models: readonly Model[]) {
  const advice = useAdvice(project.slug);
  const [said, setSaid] = useState<{ words: string; undo: () => void } | null>(null);
  const { targets } = form;
  const undo = () => change({ targets });
  const ask = (then: (found: NonNullable<typeof advice.data>) => void) =>
    advice.mutate(toPlan(form, experiment.plan), { onSuccess: then });
  const rules: RuleAction[] = [
    {
      key: "recommend",
      label: "Recommend balanced set",
      about: "One fast, one balanced, one smart",
      busy: advice.isPending,
      refused: models.length === 0 ? "This project has no model yet" : undefined,
      run: () =>
        ask((found) => {
          change({
            targets: found.models.map(
              ({ model }) => targets.find((one) => one.model === model) ?? { model, parameters: {}, grid: {} },
            ),
          });
          setSaid({ words: found.models.map(({ name, role }) => `${name} (${role})`).join(", "), undo });
        }),
    },
    {
      key: "prune",
      label: "Prune costly models",
      about: "Above $0.01 for a thousand tokens",
      refused: targets.length === 0 ? "No model is selected" : undefined,
      run: () =>
        ask((found) => {
          const dear = new Set(found.costly.map(({ model }) => model));
          const costly = targets.filter(
            ({ model }) =>
              dear.has(model) || (per1k(models.find(({ id }) => id === model) ?? { price: null }) ?? 0) > 0.01,
          );
          if (costly.length > 0) change({ targets: targets.filter((one) => !costly.includes(one)) });
          setSaid({
            words:
              costly.length === 0
                ? "None of the selected models is costly."
                : `${countOf(costly.length, "model")} removed.`,
            undo,
          });
        }),
    },
  ];
  return {
    rules,
    said,
    failed: advice.isError
      ? advice.error instanceof ApiError
        ? advice.error.message
        : "No recommendation is available now."
      : null,
  };
}
