import { Check, CirclePause, Minus } from "lucide-react";
import type { ReactNode } from "react";
import type { RunReport } from "@/api/types";
import { formatMoney, formatPercent, formatTokens, readMoney } from "@/shared/format/quantities";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Spinner } from "@/shared/ui/Spinner";
import { Tooltip } from "@/shared/ui/Tooltip";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { ProgressBar } from "../ProgressBar";
import { isWorking, spentOf, type Stage, stagesOf, type StageState, totalsOf } from "../runStates";
import { cachingWords, duration, roughly } from "../runPhrasing";
import { useSecondsSince } from "./useSecondsSince";

/** Where the run is, what it has spent, and how long it still takes. */
export function RunProgressCard({ run, readAt }: { run: RunReport; readAt: number }) {
  const { total, done, answered, malformed, failed } = totalsOf(run);
  const since = useSecondsSince(readAt, isWorking(run.state));
  if (run.state === "completed") return <Finished run={run} />;
  return (
    <Card aria-label="Progress" className="grid gap-x-6 gap-y-4 px-5 py-4 xl:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-col justify-center gap-3">
        <ol aria-label="Stages" className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5">
          {stagesOf(run).map((stage, index) => (
            <StageItem key={stage.name} stage={stage} first={index === 0} />
          ))}
        </ol>
        <div className="flex items-center gap-3">
          <ProgressBar
            label="Cells done"
            total={total}
            answered={answered}
            malformed={malformed}
            failed={failed}
            className="h-2"
          />
          <span className="shrink-0 text-xs whitespace-nowrap text-ink-muted">
            {done.toLocaleString("en")} / {total.toLocaleString("en")} cells
          </span>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 xl:border-l xl:border-line xl:pl-6">
        <RunSpend run={run} />
        <ProgressFact name="Tokens" note={tokensNote(run)}>
          {formatTokens(run.budget.tokens)}
        </ProgressFact>
        <ProgressFact name="Elapsed">{run.elapsed_s === null ? "–" : duration(run.elapsed_s + since)}</ProgressFact>
        <ProgressFact name="Time left">{timeLeft(run)}</ProgressFact>
      </dl>
    </Card>
  );
}

/** One line once it is over: what people came for are the answers below. */
function Finished({ run }: { run: RunReport }) {
  const { total, done, answered, malformed, failed } = totalsOf(run);
  const { in_doubt_usd: doubt, in_doubt_tokens: unsure, limit_usd: limit, tokens } = run.budget;
  const spent =
    `${formatMoney(spentOf(run.budget))} spent` + (limit === null ? "" : ` of ${formatMoney(readMoney(limit))}`);
  const facts = [
    ...(Number(doubt) > 0 ? [`${formatMoney(readMoney(doubt))} in doubt`] : []),
    `${formatTokens(tokens - unsure)} tokens` + (unsure > 0 ? ` + ${formatTokens(unsure)} in doubt` : ""),
    ...(run.caching === null ? [] : [cachingWords(run.caching)]),
    ...(run.elapsed_s === null ? [] : [`took ${duration(run.elapsed_s)}`]),
  ];
  return (
    <section aria-label="Progress" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted">
      <span className="w-40">
        <ProgressBar label="Cells done" total={total} answered={answered} malformed={malformed} failed={failed} />
      </span>
      <span className="whitespace-nowrap">
        {done.toLocaleString("en")} / {total.toLocaleString("en")} cells
      </span>
      <span className="whitespace-nowrap">
        {spent}
        <SimulatedMark money={run.money} />
      </span>
      {facts.map((fact) => (
        <span key={fact} className="whitespace-nowrap">
          {fact}
        </span>
      ))}
    </section>
  );
}

function tokensNote({ budget, caching }: RunReport): string | undefined {
  const notes = [
    ...(budget.limit_tokens === null ? [] : [`of ${formatTokens(budget.limit_tokens)}`]),
    ...(caching === null ? [] : [`${formatPercent(caching.share)} of input cached`]),
  ];
  return notes.length === 0 ? undefined : notes.join(", ");
}

function timeLeft(run: RunReport): string {
  if (!isWorking(run.state)) return run.state === "paused" ? "paused" : "–";
  return run.eta_s === null ? "not known yet" : roughly(run.eta_s);
}

const MARKS: Record<StageState, { look: string; word: string; icon: ReactNode }> = {
  done: { look: "bg-accent text-on-accent", word: "done", icon: <Check aria-hidden strokeWidth={3} /> },
  now: { look: "bg-info-soft text-info", word: "in progress", icon: <Spinner /> },
  stopped: { look: "bg-warning-soft text-warning", word: "stopped", icon: <CirclePause aria-hidden /> },
  waiting: { look: "bg-surface-hover text-ink-subtle", word: "waiting", icon: <Minus aria-hidden /> },
};

function StageItem({ stage, first }: { stage: Stage; first: boolean }) {
  const { look, word, icon } = MARKS[stage.state];
  return (
    <li aria-current={stage.state === "now" ? "step" : undefined} className="flex items-center gap-1.5">
      {!first && (
        <span
          aria-hidden
          className={cx("hidden h-px w-3 sm:block", stage.state === "waiting" ? "bg-line-strong" : "bg-accent-mark")}
        />
      )}
      <span className={cx("inline-flex size-5 shrink-0 items-center justify-center rounded-full [&_svg]:size-3", look)}>
        {icon}
      </span>
      <span
        className={cx(
          "text-sm whitespace-nowrap",
          stage.state === "waiting" ? "text-ink-subtle" : "font-medium text-ink",
        )}
      >
        {stage.name}
        <span className="sr-only">, {word}</span>
        {stage.note && <span className="ml-1 text-xs font-normal text-ink-subtle">{stage.note}</span>}
      </span>
    </li>
  );
}

const IN_DOUBT =
  "Calls that were in progress when a worker stopped. The provider may have charged them, so they count as spent.";

function RunSpend({ run }: { run: RunReport }) {
  const { budget } = run;
  const [held, doubt, limit] = [budget.held_usd, budget.in_doubt_usd, budget.limit_usd].map((text) => readMoney(text));
  const spent = spentOf(budget);
  const share = (amount: number | null | undefined) => `${limit ? Math.min(100, ((amount ?? 0) / limit) * 100) : 0}%`;
  const near = limit !== null && limit !== undefined && spent + (doubt ?? 0) >= limit * budget.alert_share;
  return (
    <ProgressFact name="Spent" note={limit === null ? "no budget" : `of ${formatMoney(limit ?? null)}`}>
      {formatMoney(spent)}
      <SimulatedMark money={run.money} />
      {limit !== null && (
        <span aria-hidden className="mt-1 flex h-1 w-full overflow-hidden rounded-full bg-surface-hover">
          <span className={near ? "bg-error-mark" : "bg-accent-mark"} style={{ width: share(spent) }} />
          <span className="bg-warning-mark" style={{ width: share(doubt) }} />
          <span className="bg-line-strong" style={{ width: share(held) }} />
        </span>
      )}
      {(doubt ?? 0) > 0 && (
        <Tooltip text={IN_DOUBT}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
              the tip has to be reachable by keyboard */}
          <span tabIndex={0} className="mt-0.5 block rounded text-2xs font-medium text-warning">
            + {formatMoney(doubt ?? null)} in doubt
          </span>
        </Tooltip>
      )}
      {(held ?? 0) > 0 && (
        <span className="mt-0.5 block text-2xs font-normal text-ink-subtle">{formatMoney(held ?? null)} reserved</span>
      )}
    </ProgressFact>
  );
}

function ProgressFact({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-20">
      <dt className="text-xs text-ink-subtle">{name}</dt>
      <dd className="mt-0.5 text-base font-semibold whitespace-nowrap text-ink">
        {children}
        {note && <span className="block text-2xs font-normal text-ink-subtle">{note}</span>}
      </dd>
    </div>
  );
}
