import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  DatasetSection,
  dedupe,
  forecastQuery,
  problemsToMark,
  type RunProblem,
  ScorerSection,
  scorerKindsQuery,
  specProblems,
  TargetSection,
  toOrder,
  VersionSection,
} from "@/features/runs";
import { useDebounced } from "@/shared/forms/useDebounced";
import { AboutSection } from "./AboutSection";
import { SuiteBudgetSection } from "./SuiteBudgetSection";
import { SavePanel } from "./SavePanel";
import { suiteProblems, type SuiteForm } from "./suiteForm";
import { ThresholdSection } from "./ThresholdSection";

interface SuiteFormViewProps {
  project: string;
  label: string;
  initial: SuiteForm;
  /** What the server said against the form it was sent. */
  refused: { form: SuiteForm; problems: readonly RunProblem[] } | null;
  saving: boolean;
  saveLabel: string;
  /** By all executions of this suite; nothing for a new one. */
  spentToday?: number;
  onSave: (form: SuiteForm) => void;
  children?: ReactNode;
}

/** The parts of a recipe as questions, with what one execution will cost. */
export function SuiteFormView({
  project,
  label,
  initial,
  refused,
  saving,
  saveLabel,
  spentToday = 0,
  onSave,
  children,
}: SuiteFormViewProps) {
  const [form, setForm] = useState(initial);
  const [tried, setTried] = useState(false);
  const change = (part: Partial<SuiteForm>) => setForm((before) => ({ ...before, ...part }));
  const kinds = useQuery(scorerKindsQuery(project)).data?.items ?? [];
  const typed = suiteProblems(form);
  const unfinished = form.scorers.some(({ kind, values }) => {
    const schema = kinds.find((known) => known.kind === kind)?.schema;
    return schema !== undefined && Object.keys(specProblems(schema, values)).length > 0;
  });
  const settled = useDebounced(form);
  const askable = suiteProblems(settled).every(({ field }) => field === "name");
  const order = toOrder({ ...settled, ...(unfinished ? { scorers: [] } : {}), name: "" });
  const forecast = useQuery({ ...forecastQuery(project, order), enabled: askable });
  const known = refused?.form === form ? refused.problems : [];
  const all = dedupe([...typed, ...(forecast.data?.problems ?? []), ...known]);
  const marked = problemsToMark(
    all.filter(({ code }) => tried || code !== "no_name"),
    tried,
  );
  const shown = tried ? all : all.filter(({ code }) => code !== "no_name");
  const save = () => {
    setTried(true);
    if (typed.length === 0 && !unfinished && !saving) onSave(form);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a line typed is not a suite saved
    <form
      aria-label={label}
      className="mx-auto w-full max-w-7xl pb-24 xl:pb-0"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      {children}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-4">
          <AboutSection form={form} problems={marked} onChange={change} />
          <VersionSection
            project={project}
            versions={form.versions}
            problems={marked}
            onChange={(versions) => change({ versions })}
            saved
          />
          <DatasetSection project={project} form={form} problems={marked} onChange={change} />
          <TargetSection
            project={project}
            targets={form.targets}
            problems={marked}
            onChange={(targets) => change({ targets })}
            plain
          />
          <ScorerSection
            project={project}
            scorers={form.scorers}
            problems={marked}
            tried={tried}
            onChange={(scorers) => change({ scorers })}
          />
          <ThresholdSection form={form} problems={marked} onChange={change} />
          <SuiteBudgetSection project={project} form={form} problems={marked} onChange={change} />
        </div>
        <SavePanel
          forecast={forecast.data?.forecast ?? null}
          stale={forecast.isFetching || settled !== form}
          problems={
            unfinished ? [...shown, { field: "scorers", message: "Complete the settings of each scorer" }] : shown
          }
          warnings={forecast.data?.warnings ?? []}
          dailyLimit={form.dailyLimit.trim() === "" ? null : Number(form.dailyLimit)}
          spentToday={spentToday}
          saving={saving}
          label={saveLabel}
        />
      </div>
    </form>
  );
}
