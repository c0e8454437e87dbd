import { lazy, Suspense, useState } from "react";
import type { Project } from "@/api/types";
import { CommentThreads } from "@/features/comments";
import { may } from "@/features/people/projects";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import type { Experiment } from "../types";
import type { Asked } from "./experimentActions";
import { CheckCard } from "./CheckCard";
import { CostCard } from "./CostCard";
import { AskAgainDialog } from "./dialogs/AskAgainDialog";
import { ExperimentBudgetDialog } from "./dialogs/ExperimentBudgetDialog";
import { FinishDialog } from "./dialogs/FinishDialog";
import { PlanDialog } from "./dialogs/PlanDialog";
import { RunIterationDialog } from "./dialogs/RunIterationDialog";
import { ExperimentHeader } from "./ExperimentHeader";
import { IterationsTable } from "./IterationsTable";
import { ExperimentKeyFigures } from "./ExperimentKeyFigures";
import { ModelsCard } from "./ModelsCard";
import { ExperimentNextStep } from "./ExperimentNextStep";
import { allFailed } from "./experimentSituation";
import { SplitsCard } from "./SplitsCard";
import { StopRulesCard } from "./StopRulesCard";
import { FailureGuide } from "./FailureGuide";

// The drawing needs every iteration; the page does not wait for it.
const ScoreTrend = lazy(() => import("./ScoreTrend").then(({ ScoreTrend: Trend }) => ({ default: Trend })));

export function ExperimentScreen({ project, experiment }: { project: Project; experiment: Experiment }) {
  const { slug } = project;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const open = project.archived_at === null;
  const acts = {
    starts: open && may(project, "start_runs"),
    plans: open && may(project, "create_experiments"),
    reviews: open && may(project, "review_suggestions"),
  };
  const begun = experiment.iterations > 0;
  return (
    <div className="flex flex-col gap-4">
      <ExperimentHeader project={project} experiment={experiment} acts={acts} onAsk={setAsked} />
      <ExperimentNextStep project={slug} experiment={experiment} acts={acts} onAsk={setAsked} />
      {begun && allFailed(experiment) && <FailureGuide project={slug} experiment={experiment} />}
      {begun && <ExperimentKeyFigures project={slug} experiment={experiment} />}
      <div className="grid items-start gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {begun && (
            <Suspense fallback={<BlockSkeleton lines={6} label="Loading the trend" />}>
              <ScoreTrend project={slug} experiment={experiment} />
            </Suspense>
          )}
          {begun && <IterationsTable project={slug} experiment={experiment} />}
          <Goal goal={experiment.plan.goal} />
          <CommentThreads card project={project} subject={{ kind: "experiment", id: experiment.id }} />
        </div>
        <div className="grid min-w-0 gap-4 md:grid-cols-2 xl:grid-cols-1">
          {experiment.check && <CheckCard project={slug} check={experiment.check} scale={experiment.scale} />}
          {experiment.splits && <SplitsCard project={slug} experiment={experiment.id} splits={experiment.splits} />}
          <ModelsCard
            experiment={experiment}
            onEdit={acts.plans && experiment.state === "paused" ? () => setAsked("plan") : null}
          />
          <StopRulesCard
            experiment={experiment}
            onEdit={acts.plans && experiment.state === "paused" ? () => setAsked("plan") : null}
          />
          <CostCard experiment={experiment} />
        </div>
      </div>
      {asked === "run" && <RunIterationDialog project={slug} experiment={experiment} onClose={close} />}
      {asked === "finish" && <FinishDialog project={slug} experiment={experiment} onClose={close} />}
      {asked === "budget" && <ExperimentBudgetDialog project={slug} experiment={experiment} onClose={close} />}
      {asked === "plan" && <PlanDialog project={slug} experiment={experiment} onClose={close} />}
      {asked === "again" && <AskAgainDialog project={slug} experiment={experiment} onClose={close} />}
    </div>
  );
}

function Goal({ goal }: { goal: string }) {
  if (!goal.trim()) return null;
  return (
    <section aria-label="Objective" className="rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="text-sm font-semibold text-ink">Objective</h2>
      <p className="mt-1 max-w-prose text-sm wrap-anywhere whitespace-pre-line text-ink-muted">{goal}</p>
    </section>
  );
}
