import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { parameterWords, scorerKindsQuery } from "@/features/runs";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import type { Suite, SuiteTarget } from "../types";
import { choiceWords, datasetWords, promptWords, thresholdWords } from "../recipePhrasing";

interface RecipeFactsProps {
  project: string;
  suite: Suite;
  /** Without what only few look for. */
  short?: boolean;
}

/** What the suite asks, of whom, and how it is judged, each part with the way to it. */
export function RecipeFacts({ project, suite, short = false }: RecipeFactsProps) {
  const { recipe } = suite;
  const thresholds = thresholdWords(recipe.thresholds);
  const choice = choiceWords(recipe.choice);
  const link = "rounded text-ink hover:text-accent-ink hover:underline";
  return (
    <dl className="flex flex-col divide-y divide-line text-sm">
      <RecipeFact name="Prompt">
        {recipe.prompts.map((one) => (
          <p key={`${one.prompt} ${one.version} ${one.label}`} className="wrap-anywhere">
            <Link
              to="/projects/$slug/prompts/$prompt"
              params={{ slug: project, prompt: one.prompt }}
              search={one.resolved ? { version: one.resolved } : {}}
              className={link}
            >
              {visibleText(promptWords(one))}
            </Link>{" "}
            {one.gone && <Gone />}
          </p>
        ))}
      </RecipeFact>
      <RecipeFact name="Cases">
        {recipe.dataset ? (
          <p className="wrap-anywhere">
            <Link
              to="/projects/$slug/datasets/$dataset"
              params={{ slug: project, dataset: recipe.dataset.id }}
              search={{}}
              className={link}
            >
              {visibleText(datasetWords(recipe.dataset))}
            </Link>{" "}
            {recipe.dataset.gone && <Gone />}
          </p>
        ) : (
          <p>No dataset</p>
        )}
        <p className="text-xs text-ink-subtle">
          {countOf(suite.cases, "case")}
          {choice && `, ${choice}`}
          {recipe.trials > 1 && `, ${countOf(recipe.trials, "trial")} each`}
        </p>
      </RecipeFact>
      <RecipeFact name={recipe.targets.length === 1 ? "Model" : "Models"}>
        <ul className="flex flex-col gap-1">
          {recipe.targets.map((target, place) => (
            <li key={place}>
              <Target target={target} />
            </li>
          ))}
        </ul>
      </RecipeFact>
      {recipe.fallback && (
        <RecipeFact name="Fallback">
          <Target target={recipe.fallback} />
        </RecipeFact>
      )}
      <RecipeFact name="Scorers">
        <Scorers project={project} suite={suite} />
      </RecipeFact>
      <RecipeFact name="Good enough">
        {thresholds.length === 0 ? (
          <p className="text-ink-subtle">No thresholds</p>
        ) : (
          thresholds.map(({ name, text }) => (
            <p key={name} className="wrap-anywhere">
              <span className="text-ink-muted">{name}</span> {text}
            </p>
          ))
        )}
      </RecipeFact>
      {!short && (
        <>
          <RecipeFact name="Limit per day">
            {suite.daily_limit_usd === null
              ? "None"
              : `${formatMoney(readMoney(suite.daily_limit_usd))}, from midnight to midnight UTC`}
          </RecipeFact>
          <RecipeFact name="Limit per run">
            {recipe.run_budget_usd === null ? "None" : formatMoney(readMoney(recipe.run_budget_usd))}
          </RecipeFact>
          <RecipeFact name="Time limit of a call">
            {recipe.timeout_s === null ? "Default" : `${recipe.timeout_s} s`}
          </RecipeFact>
          <RecipeFact name="Paid answers">
            {recipe.reuse
              ? "Reused: changes of a model are not detected"
              : "Not reused: each run calls the models again"}
          </RecipeFact>
          <RecipeFact name="Answers">
            {recipe.delivery === "batch" ? "By tomorrow, in the providers' batches at half price" : "Now"}
          </RecipeFact>
          <RecipeFact name="Says nothing above">
            {Math.round(recipe.max_error_share * 100)}% of answers missing
          </RecipeFact>
        </>
      )}
    </dl>
  );
}

function RecipeFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 py-2 first:pt-0 last:pb-0">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  );
}

function Target({
  target: { model_name: name, provider, credential_label: credential, parameters, gone },
}: {
  target: SuiteTarget;
}) {
  const details = [credential, parameterWords(parameters)].filter(Boolean).join(" · ");
  return (
    <span className="flex min-w-0 items-start gap-2">
      {provider && <ProviderMark provider={provider as Parameters<typeof ProviderMark>[0]["provider"]} size="sm" />}
      <span className="min-w-0">
        <span className="wrap-anywhere">{name || "Unknown model"}</span> {gone && <Gone />}
        <span className="block text-xs wrap-anywhere text-ink-subtle">{details}</span>
      </span>
    </span>
  );
}

function Gone() {
  return (
    <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
      removed
    </Badge>
  );
}

function Scorers({ project, suite }: { project: string; suite: Suite }) {
  const kinds = useQuery(scorerKindsQuery(project)).data?.items ?? [];
  const names =
    suite.scorer_names.length > 0
      ? suite.scorer_names
      : suite.recipe.scorers.map(({ name, kind }) =>
          String(name ?? kinds.find((known) => known.kind === kind)?.title ?? kind),
        );
  if (names.length === 0) return <p className="text-ink-subtle">None: only cost, latency and failures are measured</p>;
  return (
    <ul className="flex flex-wrap gap-1">
      {names.map((name) => (
        <li key={name} className="max-w-full min-w-0">
          <Badge>{name}</Badge>
        </li>
      ))}
    </ul>
  );
}
