import { useQuery } from "@tanstack/react-query";
import type { DemoProgress } from "@/api/types";
import { baselineQuery, overallVerdict, VerdictChip, verdictSentence } from "@/features/results";
import { isWorking, reportQuery } from "@/features/runs";
import { Spinner } from "@/shared/ui/Spinner";
import { GUIDE_STEPS, INTRODUCTION } from "./guideSteps";

interface GuideTextProps {
  slug: string;
  at: number;
  progress: DemoProgress | undefined;
}

/** What to do at this step; the progress of the demo while it is created; at the end the person's own verdict. */
export function GuideText({ slug, at, progress }: GuideTextProps) {
  const own = progress?.links.own_run ?? null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink">
      {at === GUIDE_STEPS.length && own ? (
        <OwnVerdict slug={slug} run={own} />
      ) : (
        <p className="min-w-0">{GUIDE_STEPS[at - 1]?.text ?? INTRODUCTION}</p>
      )}
      {!progress?.ready && <CreationProgress progress={progress} />}
    </div>
  );
}

function CreationProgress({ progress }: { progress: DemoProgress | undefined }) {
  const steps = progress?.steps ?? [];
  const done = steps.filter(({ state }) => state === "done").length;
  const problem = steps.find((step) => step.problem !== null);
  const now = steps.find(({ state }) => state === "working") ?? steps.find(({ state }) => state !== "done");
  return (
    <p role="status" className="flex min-w-0 items-center gap-1.5 text-xs text-ink-muted">
      <Spinner />
      {problem ? (
        <span>
          {problem.title}: {problem.problem}
        </span>
      ) : (
        <span>
          Creating the demo{steps.length > 0 && `, ${done} of ${steps.length}`}
          {now && `: ${now.title}`}
        </span>
      )}
    </p>
  );
}

function OwnVerdict({ slug, run }: { slug: string; run: string }) {
  const report = useQuery(reportQuery(slug, run)).data;
  const ended = report !== undefined && !isWorking(report.state);
  const verdict = useQuery({ ...baselineQuery(slug, run, "production"), enabled: ended }).data;
  if (!ended || verdict?.run !== run) return <p>Your version is running. The verdict comes when the run ends.</p>;
  if (!verdict.baseline) return <p>The run of your version has no verdict. See the message of the run.</p>;
  const word = overallVerdict(verdict.columns);
  if (!word) return <p>Your version gives the same answers as production. Change its text, then press Run.</p>;
  return (
    <p role="status" className="flex min-w-0 flex-wrap items-center gap-2">
      Your change compared with production: <VerdictChip verdict={word} />
      <span className="text-ink-muted">{verdictSentence(verdict)}</span>
    </p>
  );
}
