import type { Project } from "@/api/types";
import type { Experiment, Iteration } from "../types";
import { IterationHeader } from "./IterationHeader";
import { IterationNotice } from "./IterationNotice";
import { NotesCard } from "./NotesCard";
import { IterationScore } from "./IterationScore";
import { IterationSpending } from "./IterationSpending";
import { StageTimeline } from "./StageTimeline";

interface IterationScreenProps {
  project: Project;
  experiment: Experiment;
  iteration: Iteration;
  readAt: number;
}

/** One turn of the loop as it happens: where it is, how far, at what cost, and what came of it. */
export function IterationScreen({ project, experiment, iteration, readAt }: IterationScreenProps) {
  const { slug } = project;
  return (
    <div className="flex flex-col gap-4">
      <IterationHeader project={project} experiment={experiment} iteration={iteration} />
      <IterationNotice project={slug} experiment={experiment} iteration={iteration} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <StageTimeline project={slug} iteration={iteration} readAt={readAt} />
        <div className="grid min-w-0 gap-4 md:grid-cols-2 xl:grid-cols-1">
          <IterationSpending experiment={experiment} iteration={iteration} readAt={readAt} />
          <IterationScore iteration={iteration} champion={experiment.champion?.iteration === iteration.id} />
        </div>
      </div>
      <NotesCard iteration={iteration} />
    </div>
  );
}
