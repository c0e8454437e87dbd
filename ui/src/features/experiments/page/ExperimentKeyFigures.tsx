import { Link } from "@tanstack/react-router";
import { VerdictChip } from "@/features/results";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { changeText, estimateText, type Scale, scaleOf } from "@/shared/charts/estimateText";
import { countOf, formatMoney, formatPercent, formatTokens, readMoney } from "@/shared/format/quantities";
import { FigureCard, NoFigure } from "@/shared/ui/FigureCard";
import { cx } from "@/shared/ui/cx";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import type { Experiment } from "../types";

const BIG = "text-2xl font-semibold tracking-tight text-ink";

/** The numbers people look for first: how good, how much better, how dear, how far. */
export function ExperimentKeyFigures({ project, experiment }: { project: string; experiment: Experiment }) {
  const scale = scaleOf(experiment.scale);
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Best project={project} experiment={experiment} scale={scale} />
      <Gain experiment={experiment} scale={scale} />
      <ExperimentSpend experiment={experiment} />
      <Turns experiment={experiment} />
    </div>
  );
}

/** The number large, what goes with it small. */
export function BigEstimate({ scale, of }: { scale: Scale; of: { value: number; low: number; high: number } }) {
  const [value, ...rest] = estimateText(scale, of).split(" ");
  return (
    <p className="mt-1">
      <span className={BIG}>{value}</span>{" "}
      <span className="text-base text-ink-muted">
        {rest.join(" ")} of {scale.top}
      </span>
    </p>
  );
}

function Best({ project, experiment, scale }: { project: string; experiment: Experiment; scale: Scale }) {
  const { champion, prompt } = experiment;
  if (!champion?.composite)
    return (
      <FigureCard title="Best score">
        <NoFigure>No iteration has a score yet.</NoFigure>
      </FigureCard>
    );
  const { composite } = champion;
  const words = `iteration ${champion.number}, v${champion.version_number}`;
  return (
    <FigureCard
      title="Best score"
      aside={
        prompt ? (
          <Link
            to="/projects/$slug/prompts/$prompt"
            params={{ slug: project, prompt: prompt.id }}
            search={{ version: champion.version_number }}
            className="rounded hover:text-ink hover:underline"
          >
            {words}
          </Link>
        ) : (
          words
        )
      }
    >
      <BigEstimate scale={scale} of={composite} />
      <div className="mt-2">
        <ConfidenceIntervalBar interval={composite} />
      </div>
      <p className="mt-auto pt-1 text-xs text-ink-subtle">{countOf(composite.clusters, "case")}, 95% interval</p>
    </FigureCard>
  );
}

export function Gain({ experiment, scale }: { experiment: Pick<Experiment, "gain">; scale: Scale }) {
  const { gain } = experiment;
  if (!gain?.base.composite || !gain.best.composite)
    return (
      <FigureCard title="Gain since the first">
        <NoFigure>The second iteration shows whether a change helped.</NoFigure>
      </FigureCard>
    );
  const { base, best, verdict, effect } = gain;
  return (
    <FigureCard title={`Gain over iteration ${base.number}`}>
      <p className="mt-1 flex flex-wrap items-center gap-x-2">
        <span className={BIG}>{effect ? changeText(scale, effect.value) : "–"}</span>
        {effect && (
          <span className="text-base whitespace-nowrap text-ink-muted">
            ({changeText(scale, effect.low)} to {changeText(scale, effect.high)})
          </span>
        )}
        {verdict && <VerdictChip verdict={verdict} />}
      </p>
      <p className="mt-2 text-sm text-ink-muted">
        {estimateText(scale, gain.base.composite)} → {estimateText(scale, gain.best.composite)}
      </p>
      <p className="mt-auto pt-1 text-xs text-ink-subtle">
        {effect
          ? "Compared case by case, on cases that the experiment has already used."
          : best.iteration === base.iteration
            ? "No later version was found to be better."
            : "The two versions were not compared case by case."}
      </p>
    </FigureCard>
  );
}

function ExperimentSpend({ experiment }: { experiment: Experiment }) {
  const { balance } = experiment;
  const spent = readMoney(balance.spent_usd) ?? 0;
  const limit = readMoney(balance.limit_usd);
  const share = limit ? spent / limit : 0;
  const near = limit !== null && share >= balance.alert_share;
  const tokenShare = balance.limit_tokens ? balance.tokens / balance.limit_tokens : 0;
  return (
    <FigureCard title="Spend against budget" aside={limit === null ? "no budget" : `${formatPercent(share)} used`}>
      <p className="mt-1">
        <span className={BIG}>{formatMoney(spent)}</span> <SimulatedMark money={experiment.money} />{" "}
        {limit !== null && <span className="text-base text-ink-muted">of {formatMoney(limit)}</span>}
      </p>
      {limit !== null && <ShareBar label="Budget used" share={share} near={near} />}
      <p className={cx("mt-auto pt-1 text-xs", near ? "font-medium text-warning" : "text-ink-subtle")}>
        {near && "Nearly used up. "}
        {formatTokens(balance.tokens)} tokens
        {balance.limit_tokens !== null && ` of ${formatTokens(balance.limit_tokens)} (${formatPercent(tokenShare)})`}
      </p>
    </FigureCard>
  );
}

export function ShareBar({ label, share, near = false }: { label: string; share: number; near?: boolean }) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="mt-2 flex h-1.5 w-full overflow-hidden rounded-full bg-surface-hover"
    >
      <span className={near ? "bg-warning-mark" : "bg-accent-mark"} style={{ width: `${percent}%` }} />
    </div>
  );
}

function Turns({ experiment }: { experiment: Experiment }) {
  const { max_iterations: most, convergence_window: window } = experiment.plan.stop_rules;
  return (
    <FigureCard title="Iterations" aside={experiment.state === "completed" ? "ended" : undefined}>
      <p className="mt-1">
        <span className={BIG}>{experiment.iterations}</span>{" "}
        <span className="text-base text-ink-muted">of at most {most}</span>
      </p>
      <ShareBar label="Iterations used" share={most > 0 ? experiment.iterations / most : 0} />
      <p className="mt-auto pt-1 text-xs text-ink-subtle">
        {experiment.end
          ? experiment.end.reason
          : `Stops after ${countOf(window, "iteration")} in a row without a gain.`}
      </p>
    </FigureCard>
  );
}
