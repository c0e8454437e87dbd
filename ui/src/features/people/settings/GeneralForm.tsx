import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { Project } from "@/api/types";
import { type ProjectChange, projectQuery, useUpdateProject } from "@/features/people/projects";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError, hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { settingsSchema, type SettingsValues } from "./settingsCatalog";
import { SettingsConflictNotice } from "./SettingsConflictNotice";
import { changeBetween, sameValues, valuesOf } from "./formValues";
import { SettingsFields } from "./SettingsFields";

const FIELDS = [
  "name",
  "description",
  "default_provider",
  "default_budget_usd",
  "default_max_iterations",
  "allow_synthetic_datasets",
  "require_review_approval",
  "retention_days",
  "answer_reuse_minutes",
  "main_metric",
] as const;

export function GeneralForm({ project, readOnly }: { project: Project; readOnly: boolean }) {
  // What the person started from. It follows the project until they begin to type.
  const [base, setBase] = useState(project);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateProject(project.slug);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<SettingsValues>({
    resolver: zodResolver(settingsSchema),
    mode: "onTouched",
    values: valuesOf(base),
  });
  const dirty = form.formState.isDirty;
  const moved = project.revision !== base.revision;
  // A change of something that this form does not show, such as the protected labels, disturbs nobody.
  if (moved && (!dirty || sameValues(valuesOf(base), valuesOf(project)))) setBase(project);
  const overtaken = dirty && project.revision > base.revision;

  const startFrom = (current: Project) => {
    setBase(current);
    form.reset(valuesOf(current));
  };

  const save = async (values: SettingsValues, revision: number | null) => {
    setProblem(null);
    const change: ProjectChange = changeBetween(valuesOf(base), values);
    try {
      const saved = await update.mutateAsync(revision === null ? change : { ...change, revision });
      startFrom(saved);
      notify.success("Settings saved");
      if (saved.slug !== project.slug) {
        await navigate({ to: "/projects/$slug/settings/general", params: { slug: saved.slug }, replace: true });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (hasCode(error, "EDIT_CONFLICT")) {
        // The newer revision in the cache is what brings up the choice below.
        await cache.fetchQuery({ ...projectQuery(project.slug), staleTime: 0 });
        return;
      }
      setProblem(showServerErrors<SettingsValues>(error, FIELDS, form.setError));
    }
  };

  return (
    <FormProvider {...form}>
      <form
        onSubmit={(event) => void form.handleSubmit((values) => save(values, base.revision))(event)}
        noValidate
        className="flex flex-col gap-4"
      >
        {problem && (
          <Notice tone="error" alert>
            {problem}
          </Notice>
        )}
        {overtaken && (
          <SettingsConflictNotice
            base={valuesOf(base)}
            theirs={valuesOf(project)}
            busy={update.isPending}
            onReload={() => startFrom(project)}
            onOverwrite={() => void form.handleSubmit((values) => save(values, null))()}
          />
        )}
        <SettingsFields project={project.slug} readOnly={readOnly} />
        {dirty && !readOnly && (
          <div
            role="region"
            aria-label="Unsaved changes"
            className={cx(
              "sticky bottom-4 z-10 flex animate-fade-in flex-wrap items-center justify-between gap-2",
              "rounded-lg bg-raised px-4 py-3 shadow-float",
            )}
          >
            <span className="text-sm text-ink-muted">You have unsaved changes.</span>
            <span className="flex gap-2">
              <Button variant="ghost" onClick={() => startFrom(project)}>
                Discard
              </Button>
              <Button type="submit" loading={update.isPending} disabled={overtaken}>
                Save changes
              </Button>
            </span>
          </div>
        )}
      </form>
    </FormProvider>
  );
}
