import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitCompareArrows, Play } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { runNumberQuery } from "./api";
import { GateVerdictBadge } from "./PromotionBadges";
import { sentenceAbove } from "./promotionPhrasing";
import type { Promotion } from "./types";

interface EvidenceSummaryProps {
  project: string;
  prompt: string;
  evidence: Pick<Promotion, "run" | "baseline_run" | "verdict" | "sentence" | "requirements">;
}

/** The verdict with the runs that it is about. Nothing without either. */
export function EvidenceSummary({ project, prompt, evidence }: EvidenceSummaryProps) {
  const { run, baseline_run: baseline, verdict } = evidence;
  const sentence = sentenceAbove(evidence);
  return (
    <>
      {(verdict || sentence) && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink">
          {verdict && <GateVerdictBadge verdict={verdict} />}
          {sentence && <p className="min-w-0 wrap-anywhere">{visibleText(sentence)}</p>}
        </div>
      )}
      {run !== null && <RunLinks project={project} prompt={prompt} run={run} baseline={baseline} />}
    </>
  );
}

interface RunLinksProps {
  project: string;
  prompt: string;
  run: string;
  baseline: string | null;
}

function RunLinks({ project, prompt, run, baseline }: RunLinksProps) {
  const found = useQuery(runNumberQuery(project, run));
  const other = useQuery({ ...runNumberQuery(project, baseline ?? ""), enabled: baseline !== null });
  const compares = baseline !== null && !found.isError && !other.isError;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RunLink project={project} run={run} word="Run" number={found.data} gone={found.isError} />
      {baseline !== null && baseline !== run && (
        <RunLink project={project} run={baseline} word="Baseline run" number={other.data} gone={other.isError} />
      )}
      {compares && (
        <Button variant="secondary" size="xs" asChild>
          {/* Both versions may be columns of one run. */}
          {baseline === run ? (
            <Link to="/projects/$slug/runs/$run/results" params={{ slug: project, run }} search={{}}>
              <GitCompareArrows aria-hidden /> Comparison
            </Link>
          ) : (
            <Link
              to="/projects/$slug/workbench/$prompt"
              params={{ slug: project, prompt }}
              search={{ run, compare: baseline }}
            >
              <GitCompareArrows aria-hidden /> Comparison
            </Link>
          )}
        </Button>
      )}
    </div>
  );
}

interface RunLinkProps {
  project: string;
  run: string;
  word: string;
  number: number | undefined;
  /** Its time of retention is over; the promotion keeps its figures. */
  gone: boolean;
}

function RunLink({ project, run, word, number, gone }: RunLinkProps) {
  if (gone) return <span className="text-xs text-ink-subtle">{word} is not stored any more</span>;
  return (
    <Button variant="secondary" size="xs" asChild>
      <Link to="/projects/$slug/runs/$run" params={{ slug: project, run }} search={{}}>
        <Play aria-hidden /> {word}
        {number !== undefined && ` #${number}`}
      </Link>
    </Button>
  );
}
