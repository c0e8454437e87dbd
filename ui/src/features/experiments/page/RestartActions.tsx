import { Link, useNavigate } from "@tanstack/react-router";
import { PencilLine, Repeat } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { notify } from "@/shared/ui/notify";
import type { Experiment } from "../types";
import { useRepeatExperiment } from "../wizard/api";

interface RestartActionsProps {
  project: string;
  experiment: Experiment;
  plans: boolean;
}

/** What to do after an experiment that ended without a suggestion. It cannot continue: its hold-out has been used. */
export function RestartActions({ project, experiment, plans }: RestartActionsProps) {
  const repeat = useRepeatExperiment(project);
  const navigate = useNavigate();
  const params = { slug: project, experiment: experiment.id };
  const start = () =>
    repeat.mutate(experiment, {
      onSuccess: (made) =>
        void navigate({
          to: "/projects/$slug/experiments/$experiment/setup",
          params: { slug: project, experiment: made.id },
          search: {},
        }),
      onError: notify.failure,
    });
  return (
    <>
      <Button variant="ghost" asChild>
        <Link to="/projects/$slug/experiments/$experiment/report" params={params}>
          Open the report
        </Link>
      </Button>
      {experiment.prompt && (
        <Button variant="secondary" asChild>
          <Link
            to="/projects/$slug/workbench/$prompt"
            params={{ slug: project, prompt: experiment.prompt.id }}
            search={{}}
          >
            <PencilLine aria-hidden /> Edit the prompt
          </Link>
        </Button>
      )}
      {plans && (
        <Button loading={repeat.isPending} onClick={start}>
          <Repeat aria-hidden /> New experiment with this plan
        </Button>
      )}
    </>
  );
}
