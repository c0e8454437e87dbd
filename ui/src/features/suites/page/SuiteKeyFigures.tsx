import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { estimateText, SHARE, UNIT, valueText } from "@/shared/charts/estimateText";
import { Sparkline } from "@/shared/charts/Sparkline";
import { countOf, formatMoney, formatPercent, readMoney } from "@/shared/format/quantities";
import { FigureCard } from "@/shared/ui/FigureCard";
import { useClock } from "@/shared/ui/useClock";
import { cx } from "@/shared/ui/cx";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { EXECUTION_WORDS, nextMidnight, reasonWords, untilWords } from "../suiteStates";
import type { ExecutionState, Suite } from "../types";

const BIG = "text-2xl font-semibold tracking-tight text-ink";

/** The numbers people look for first: how good, how it went, what today has cost, what comes next. */
export function SuiteKeyFigures({ project, suite }: { project: string; suite: Suite }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <LastScore suite={suite} />
      <RecentScores suite={suite} />
      <Today suite={suite} />
      <Next project={project} suite={suite} />
    </div>
  );
}

function Foot({ children, tone }: { children: ReactNode; tone?: "warning" }) {
  return (
    <p className={cx("mt-auto pt-1 text-xs", tone === "warning" ? "font-medium text-warning" : "text-ink-subtle")}>
      {children}
    </p>
  );
}

/** Of the last execution that has one: a refused or running one says nothing about those before it. */
function LastScore({ suite: { scored, recipe } }: { suite: Suite }) {
  const least = recipe.thresholds.score;
  if (!scored)
    return (
      <FigureCard title="Last score">
        <p className="mt-2 text-sm text-ink-subtle">
          {recipe.scorers.length === 0 ? "The recipe has no scorer." : "No run has a score yet."}
        </p>
      </FigureCard>
    );
  const interval =
    scored.low === null || scored.high === null ? null : { value: scored.score, low: scored.low, high: scored.high };
  const [value, ...rest] = (interval ? estimateText(UNIT, interval) : valueText(UNIT, scored.score)).split(" ");
  const below = least !== null && scored.score < least;
  return (
    <FigureCard title="Last score" aside={`suite run #${scored.number}`}>
      <p className="mt-1">
        <span className={BIG}>{value}</span> <span className="text-base text-ink-muted">{rest.join(" ")} of 1</span>
      </p>
      {interval && (
        <div className="mt-2">
          <ConfidenceIntervalBar interval={interval} mark={least} />
        </div>
      )}
      <Foot {...(below ? { tone: "warning" } : {})}>
        {least === null
          ? "All targets together, 95% interval."
          : below
            ? `Below the threshold of ${valueText(UNIT, least)}.`
            : `The threshold is ${valueText(UNIT, least)}.`}
        {scored.pass_rate !== null && ` ${valueText(SHARE, scored.pass_rate)} pass.`}
      </Foot>
    </FigureCard>
  );
}

function RecentScores({ suite: { recent, executions, last } }: { suite: Suite }) {
  if (!last)
    return (
      <FigureCard title="Runs">
        <p className="mt-1">
          <span className={BIG}>0</span>
        </p>
        <Foot>The suite has not run yet.</Foot>
      </FigureCard>
    );
  const known = recent.filter((score) => score !== null);
  const why = last.problem ?? reasonWords(last.reason);
  const well = last.state === "completed" || last.state === "running";
  return (
    <FigureCard title="Runs" aside={<RelativeTime at={last.at} />}>
      <div className="mt-1 flex items-end justify-between gap-3">
        <p>
          <span className={BIG}>{executions.toLocaleString("en")}</span>
        </p>
        {known.length > 1 && <Sparkline values={recent} label={`The last ${known.length} scores`} />}
      </div>
      <Foot {...(well ? {} : { tone: "warning" })}>
        <span title={why ?? undefined} className="line-clamp-2">
          Last run: {EXECUTION_WORDS[last.state as ExecutionState].toLowerCase()}
          {!well && why ? `. ${why}` : ""}
        </span>
      </Foot>
    </FigureCard>
  );
}

/** The share from which a limit is worth a look. */
const NEAR = 0.8;

function Today({ suite }: { suite: Suite }) {
  const clock = useClock();
  const spent = readMoney(suite.spent_today_usd) ?? 0;
  const limit = readMoney(suite.daily_limit_usd);
  const simulated = readMoney(suite.simulated_today_usd) ?? 0;
  const share = limit ? spent / limit : 0;
  const near = limit !== null && share >= NEAR;
  return (
    <FigureCard title="Spent today" aside={limit === null ? "no daily limit" : `${formatPercent(share)} used`}>
      <p className="mt-1">
        <span className={BIG}>{formatMoney(spent)}</span>{" "}
        {limit !== null && <span className="text-base text-ink-muted">of {formatMoney(limit)}</span>}
      </p>
      {simulated > 0 && (
        <p className="text-xs text-ink-muted">
          {formatMoney(simulated)} <SimulatedMark money="simulated" />, on a separate balance
        </p>
      )}
      {limit !== null && (
        <div
          role="progressbar"
          aria-label="Limit of the day used"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(share * 100))}
          className="mt-2 flex h-1.5 w-full overflow-hidden rounded-full bg-surface-hover"
        >
          <span
            className={near ? "bg-warning-mark" : "bg-accent-mark"}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </div>
      )}
      <Foot {...(near ? { tone: "warning" } : {})}>
        {near && (share > 1 ? "More than the limit. " : share === 1 ? "Used up. " : "Nearly used up. ")}Resets in{" "}
        {untilWords(nextMidnight(clock), clock)}, at midnight UTC.
      </Foot>
    </FigureCard>
  );
}

function Next({ project, suite }: { project: string; suite: Suite }) {
  const clock = useClock();
  const link = (
    <Link
      to="/projects/$slug/suites/$suite"
      params={{ slug: project, suite: suite.id }}
      search={{ tab: "monitors" }}
      resetScroll={false}
      className="rounded text-accent-ink hover:underline"
    >
      {suite.monitors === 0 ? "Add a monitor" : countOf(suite.monitors, "monitor")}
    </Link>
  );
  if (suite.monitors === 0)
    return (
      <FigureCard title="Next on schedule">
        <p className="mt-2 text-sm text-ink-subtle">The suite runs by hand only.</p>
        <Foot>{link}</Foot>
      </FigureCard>
    );
  if (suite.next_due_at === null)
    return (
      <FigureCard title="Next on schedule">
        <p className="mt-2 text-sm text-ink-subtle">The schedules of the suite are switched off.</p>
        <Foot>{link}</Foot>
      </FigureCard>
    );
  if (suite.state !== "active")
    return (
      <FigureCard title="Next on schedule">
        <p className={cx("mt-1", BIG)}>{suite.state === "paused" ? "Paused" : "Archived"}</p>
        <Foot>
          {suite.paused_until
            ? `Schedules resume in ${untilWords(suite.paused_until, clock)}, at midnight UTC. `
            : "Schedules start no runs until someone resumes the suite. "}
          {link}
        </Foot>
      </FigureCard>
    );
  return (
    <FigureCard title="Next on schedule">
      <p className={cx("mt-1", BIG)}>
        <RelativeTime at={suite.next_due_at} due />
      </p>
      <Foot>{link}</Foot>
    </FigureCard>
  );
}
