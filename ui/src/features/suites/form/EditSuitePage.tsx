import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import type { RunProblem } from "@/features/runs";
import { readMoney } from "@/shared/format/quantities";
import { hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { suiteQuery, useChangeSuite } from "../api";
import { NoSuchSuite } from "../page/NoSuchSuite";
import { DAILY_LIMIT } from "../suiteStates";
import type { Suite } from "../types";
import { problemsOfSuite } from "./suiteProblems";
import { dailyLimitOf, formOfSuite, recipeOf, type SuiteForm } from "./suiteForm";
import { SuiteFormView } from "./SuiteFormView";

const route = getRouteApi("/frame/projects/$slug/suites/$suite/edit");

export function EditSuitePage() {
  const { slug, suite } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(suiteQuery(slug, suite));
  if (found.isPending) return <BlockSkeleton lines={8} label="Loading the suite" />;
  if (!found.data) return <NoSuchSuite project={slug} error={found.error} onRetry={() => void found.refetch()} />;
  if (!may(project, "start_runs") || project.archived_at !== null)
    return (
      <EmptyState action={<RoomLink room="suites" />} title="You cannot change suites here">
        An editor of this project can change them.
      </EmptyState>
    );
  return <EditSuite key={suite} project={project} current={found.data} />;
}

function EditSuite({ project, current }: { project: Project; current: Suite }) {
  const { slug } = project;
  const navigate = route.useNavigate();
  const cache = useQueryClient();
  // What the person started from: events may bring a newer one while they type.
  const [base, setBase] = useState(current);
  const [refused, setRefused] = useState<{ form: SuiteForm; problems: RunProblem[] } | null>(null);
  const change = useChangeSuite(slug, current.id);
  const back = () =>
    void navigate({ to: "/projects/$slug/suites/$suite", params: { slug, suite: current.id }, search: {} });
  const overtaken = current.revision > base.revision;
  const save = (form: SuiteForm) =>
    change.mutate(
      {
        revision: base.revision,
        name: form.name.trim(),
        description: form.description.trim(),
        recipe: recipeOf(form),
        daily_limit_usd: dailyLimitOf(form),
      },
      {
        onSuccess: ({ problems }) => {
          const problem = problems.find(({ field }) => field === DAILY_LIMIT);
          if (problem) notify.warning(`Suite saved. ${problem.message}.`);
          else notify.success("Suite saved");
          back();
        },
        onError: (error) => {
          const problems = problemsOfSuite(error);
          if (problems.length > 0) setRefused({ form, problems });
          else if (hasCode(error, "EDIT_CONFLICT"))
            void cache.fetchQuery({ ...suiteQuery(slug, current.id), staleTime: 0 });
          else notify.failure(error);
        },
      },
    );
  return (
    <SuiteFormView
      key={base.revision}
      project={slug}
      label="Edit suite"
      initial={formOfSuite(base)}
      refused={refused}
      saving={change.isPending}
      saveLabel="Save changes"
      spentToday={readMoney(base.spent_today_usd) ?? 0}
      onSave={save}
    >
      <PageHeader
        title={`Edit ${base.name}`}
        documentTitle={["Edit", base.name, project.name]}
        description={
          "Finished runs do not change; " + "the next run uses the new recipe, and the trend marks the change."
        }
        actions={
          <Button variant="ghost" onClick={back}>
            Cancel
          </Button>
        }
      />
      {overtaken && (
        <Notice tone="warning" alert className="mb-4">
          <p className="font-medium">Someone else changed this suite while you were editing.</p>
          <p>Reload their version, or check it and then save yours. Nothing is overwritten before you have seen it.</p>
          <Button variant="secondary" size="sm" className="mt-2" onClick={() => setBase(current)}>
            Reload theirs
          </Button>
        </Notice>
      )}
    </SuiteFormView>
  );
}
