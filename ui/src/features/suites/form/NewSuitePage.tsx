import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { may, useProject } from "@/features/people/projects";
import { newKey, type RunProblem } from "@/features/runs";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { useCreateSuite } from "../api";
import { problemsOfSuite } from "./suiteProblems";
import { dailyLimitOf, EMPTY_SUITE, recipeOf, type SuiteForm } from "./suiteForm";
import { SuiteFormView } from "./SuiteFormView";

const route = getRouteApi("/frame/projects/$slug/suites/new");

export function NewSuitePage() {
  const { slug } = route.useParams();
  const { prompt } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const create = useCreateSuite(slug);
  const [refused, setRefused] = useState<{ form: SuiteForm; problems: RunProblem[] } | null>(null);
  const [initial] = useState<SuiteForm>(() =>
    prompt ? { ...EMPTY_SUITE, versions: [{ key: newKey(), prompt, version: "label:latest" }] } : EMPTY_SUITE,
  );
  if (!may(project, "start_runs") || project.archived_at !== null) {
    return (
      <EmptyState action={<RoomLink room="suites" />} title="You cannot create suites here">
        {project.archived_at ? "The project is archived." : "An editor of this project can create them."}
      </EmptyState>
    );
  }
  const save = (form: SuiteForm) =>
    create.mutate(
      {
        name: form.name.trim(),
        description: form.description.trim(),
        recipe: recipeOf(form),
        daily_limit_usd: dailyLimitOf(form),
      },
      {
        onSuccess: (made) => {
          notify.success("Suite saved");
          void navigate({ to: "/projects/$slug/suites/$suite", params: { slug, suite: made.id }, search: {} });
        },
        onError: (error) => {
          const problems = problemsOfSuite(error);
          if (problems.length > 0) setRefused({ form, problems });
          else notify.failure(error);
        },
      },
    );
  return (
    <SuiteFormView
      project={slug}
      label="New suite"
      initial={initial}
      refused={refused}
      saving={create.isPending}
      saveLabel="Save suite"
      onSave={save}
    >
      <PageHeader
        title="New suite"
        documentTitle={["New suite", project.name]}
        description={
          "A suite is a saved evaluation that you can run again: by hand, by a program, or on a schedule. " +
          "Saving spends nothing."
        }
      />
    </SuiteFormView>
  );
}
