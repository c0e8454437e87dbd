import { useState } from "react";
import type { Cell, Metric } from "@/api/types";
import { formatLatency, formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { scorerPassAt, scorerScale } from "@/shared/metrics/metricFigures";
import { Disclosure } from "@/shared/ui/Disclosure";
import type { MoneyKind } from "@/shared/ui/SimulatedMark";
import { Verbatim } from "@/shared/ui/Verbatim";
import { JudgeVerdict } from "../score/JudgeVerdict";
import { CallInProgress } from "./CallInProgress";
import { CellPart } from "./CellPart";
import { ScoreBadge } from "./ScoreBadge";

type Score = Cell["scores"][number];

interface CellScoresProps {
  scores: readonly Score[];
  metrics?: readonly Metric[];
  /** Of the run: whether a score cost real money is known only where all of the run did, or nothing of it. */
  money?: MoneyKind;
}

/** Every score with its reason; what a grader said, word for word. */
export function CellScores({ scores, metrics = [], money = "real" }: CellScoresProps) {
  if (scores.length === 0) return null;
  return (
    <CellPart title="Scores">
      <ul className="divide-y divide-line rounded-md border border-line">
        {scores.map((score) => (
          <ScoreItem key={score.scorer} score={score} metrics={metrics} simulated={money === "simulated"} />
        ))}
      </ul>
    </CellPart>
  );
}

interface ScoreItemProps {
  score: Score;
  metrics: readonly Metric[];
  simulated: boolean;
}

function ScoreItem({ score, metrics, simulated }: ScoreItemProps) {
  const [open, setOpen] = useState(false);
  const waiting = score.state === "open" || score.state === "calling";
  const facts = [
    score.latency_ms !== null && formatLatency(score.latency_ms),
    score.prompt_tokens !== null &&
      `${(score.prompt_tokens + (score.completion_tokens ?? 0)).toLocaleString("en")} tokens`,
    score.cost_usd !== null &&
      Number(score.cost_usd) > 0 &&
      `${formatMoney(readMoney(score.cost_usd))}${simulated ? " simulated" : ""}`,
    Number(score.in_doubt_usd) > 0 && `${formatMoney(readMoney(score.in_doubt_usd))} in doubt`,
  ].filter(Boolean);
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        {waiting ? (
          <span className="flex items-center gap-2 text-sm text-ink-muted">
            {score.state === "calling" && <CallInProgress />} {score.name}:{" "}
            {score.state === "calling" ? "judging…" : "waiting"}
          </span>
        ) : (
          <ScoreBadge
            name={score.name}
            score={score}
            scale={scorerScale(metrics, score.scorer)}
            passAt={scorerPassAt(metrics, score.scorer)}
          />
        )}
        {score.problem && <span className="text-xs text-warning">{score.problem.replaceAll("_", " ")}</span>}
        <span className="ml-auto text-2xs text-ink-subtle">
          {[score.kind.replaceAll("_", " "), ...facts].join(" · ")}
        </span>
      </div>
      {score.reason && (
        <p dir="auto" className="mt-1.5 text-sm wrap-anywhere whitespace-pre-wrap text-ink-muted">
          {visibleText(score.reason)}
        </p>
      )}
      <JudgeVerdict details={score.details} />
      {score.output && (
        <div className="mt-1">
          <Disclosure label="Raw answer" open={open} onOpenChange={setOpen}>
            <Verbatim label={`Answer of ${score.name}`} className="max-h-60 text-xs leading-5">
              {score.output}
            </Verbatim>
          </Disclosure>
        </div>
      )}
    </li>
  );
}
