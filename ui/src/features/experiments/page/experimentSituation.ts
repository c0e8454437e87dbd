/** Where an experiment stands, what it waits for, and the one thing to do next. Pure. */
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { isMoving, isOver, STAGE_WORDS } from "../experimentStates";
import type { Experiment, IterationCard, StageName } from "../types";

type NextAction = "setup" | "run" | "watch" | "review" | "raise" | "resume" | "decide" | "restart" | "report" | "none";

export interface Situation {
  tone: "info" | "lilac" | "warning" | "success" | "error" | "neutral";
  title: string;
  text: string;
  action: NextAction;
}

export function lastOf(experiment: Pick<Experiment, "recent">): IterationCard | null {
  return experiment.recent.reduce<IterationCard | null>(
    (last, one) => (last === null || one.number > last.number ? one : last),
    null,
  );
}

/** The iteration that has not ended, if there is one. */
export function activeOf(experiment: Pick<Experiment, "recent">): IterationCard | null {
  const last = lastOf(experiment);
  return last && (isMoving(last.state) || last.state === "paused" || last.state === "reviewing") ? last : null;
}

/** All that ended did so without a score, and not because somebody wanted it to. */
export function allFailed({ recent }: Pick<Experiment, "recent">): boolean {
  const ended = recent.filter(({ state }) => isOver(state));
  return (
    ended.length > 0 &&
    ended.length === recent.length &&
    ended.every(({ composite }) => composite === null) &&
    ended.some(({ state, partial }) => state === "failed" || partial)
  );
}

function outOfMoney({ balance }: Pick<Experiment, "balance">, last: IterationCard | null): boolean {
  const limit = readMoney(balance.limit_usd);
  const spent = readMoney(balance.spent_usd) ?? 0;
  const tokens = balance.limit_tokens !== null && balance.tokens >= balance.limit_tokens;
  return (limit !== null && spent >= limit) || tokens || /budget|token limit/i.test(last?.problem ?? "");
}

const MOVING_WORDS: Partial<Record<IterationCard["state"], StageName>> = {
  pending: "loading",
  executing: "executing",
  judging: "judging",
  aggregating: "aggregating",
  refining: "refining",
};

export function situationOf(experiment: Experiment): Situation {
  const last = lastOf(experiment);
  const { state, problems, end, suggestion, waiting_for: waits } = experiment;
  if (state === "draft") {
    return problems.length > 0
      ? {
          tone: "neutral",
          title: "Not started yet",
          text:
            `${countOf(problems.length, "thing is", "things are")} ` +
            "still missing before the first iteration can run.",
          action: "setup",
        }
      : {
          tone: "info",
          title: "Ready to start",
          text: "Everything is set up. The first iteration measures the current prompt.",
          action: "run",
        };
  }
  if (state === "archived")
    return {
      tone: "neutral",
      title: "Archived",
      text: "This experiment no longer runs. Its results are kept.",
      action: "none",
    };
  if (state === "completed" && end?.kind === "no_refinement")
    return {
      tone: "warning",
      title: "Ended without a suggestion",
      text: "No suggestion passed the guardrails. Edit the prompt by hand, or start a new experiment with the same plan.",
      action: "restart",
    };
  if (state === "completed")
    return { tone: "success", title: "Completed", text: end?.reason ?? "The experiment has ended.", action: "report" };
  if (last?.state === "reviewing" && suggestion) {
    return {
      tone: "lilac",
      title: "A suggestion waits for review",
      text:
        `Iteration ${last.number} is scored. ` +
        "Approve the change, edit it or reject it; after an approval the next iteration starts automatically.",
      action: "review",
    };
  }
  if (last && isMoving(last.state)) {
    const stage = MOVING_WORDS[last.state];
    return {
      tone: "info",
      title: `Iteration ${last.number} is running`,
      text: `${stage ? STAGE_WORDS[stage] : "Running"}. The iteration continues if you leave this page.`,
      action: "watch",
    };
  }
  const money = outOfMoney(experiment, last);
  if (last?.state === "paused") {
    return money
      ? {
          tone: "warning",
          title: "Budget limit reached",
          text:
            `${formatMoney(readMoney(experiment.balance.spent_usd))} is spent and the next call might exceed the budget. ` +
            "Raise the budget to continue, or finish the experiment.",
          action: "raise",
        }
      : {
          tone: "warning",
          title: `Iteration ${last.number} is paused`,
          text: waits ?? last.problem ?? "Resume continues with the open cells.",
          action: "resume",
        };
  }
  if (money)
    return {
      tone: "warning",
      title: "Budget limit reached",
      text: waits ?? "Raise the budget to continue, or finish the experiment.",
      action: "raise",
    };
  if (last?.state === "failed")
    return {
      tone: "error",
      title: `Iteration ${last.number} failed`,
      text: last.problem ?? waits ?? "No reason was given.",
      action: "run",
    };
  if (last?.partial)
    return {
      tone: "warning",
      title: "Iteration partially completed",
      text:
        waits ??
        last.problem ??
        "The answers are complete, but judging failed. Read them, then run the iteration again.",
      action: "run",
    };
  if (last?.suggestion?.state === "blocked")
    return {
      tone: "warning",
      title: "Refinement unavailable",
      text:
        waits ??
        "No suggestion passed the guardrails. Edit the prompt by hand, ask for another suggestion, or finish the experiment.",
      action: "decide",
    };
  return {
    tone: "warning",
    title: "Waiting for you",
    text: waits ?? "Edit the prompt, ask for another suggestion, or finish the experiment.",
    action: "decide",
  };
}
