/** What came of a call, in words a person can act on. Pure. */
import type { Try, TryAnswer, TryFailure } from "@/api/types";
import { countOf } from "@/shared/format/quantities";

const NEXT_STEPS: Record<TryFailure["code"], string> = {
  rate_limited: "The provider asks for fewer calls. Wait a moment, or set a limit for this model.",
  quota: "Raise the limit or pay the bill at the provider, then test the credential again.",
  invalid_key: "The provider no longer accepts the key. Add the credential again.",
  timed_out: "The model took too long. Try again, or ask for a shorter answer.",
  refused: "The provider's rules do not allow this prompt. Reword it.",
  too_long: "Shorten the prompt, or choose a model with a larger context window.",
  bad_request: "Read the provider's message: a parameter or the output format does not suit this model.",
  parameter_refused: "Change the parameter: it was set on purpose, so the call is not repeated without it.",
  provider_error: "The provider has an internal problem. Try again in a moment.",
  unreachable: "Check the base URL of the credential, and that this server may reach it.",
  forbidden_address: "Allow private addresses for this credential, or use a public https address.",
  unavailable: "The provider failed repeatedly, so calls are on hold. Try again in a minute.",
  held_back: "The remaining budget is too small for this call. Raise the budget, then try again.",
  application_error: "Read the error of your application, correct it, and start another run.",
  missing_output: "Start another run and submit an output for each cell before you finish it.",
};

export function nextStep(code: TryFailure["code"]): string {
  return NEXT_STEPS[code];
}

const TITLES: Record<TryFailure["code"], string> = {
  rate_limited: "Too many calls",
  quota: "The quota is used up",
  invalid_key: "The key is not valid",
  timed_out: "No answer in time",
  refused: "The model refused",
  too_long: "The prompt is too long",
  bad_request: "The provider did not understand the request",
  parameter_refused: "The provider refuses a parameter",
  provider_error: "The provider failed",
  unreachable: "The provider cannot be reached",
  forbidden_address: "This address is not allowed",
  unavailable: "Calls are on hold",
  held_back: "Not sent: the budget is used up",
  application_error: "The application failed",
  missing_output: "No output was submitted",
};

export function failureTitle(code: TryFailure["code"]): string {
  return TITLES[code];
}

const FINISHES: Record<TryAnswer["finish"], { label: string; complete: boolean }> = {
  stop: { label: "Complete", complete: true },
  tool_calls: { label: "Wants to call tools", complete: true },
  length: { label: "Cut off at max tokens", complete: false },
  content_filter: { label: "Stopped by the content filter", complete: false },
  unknown: { label: "No finish reason given", complete: false },
};

export function finishOf(finish: TryAnswer["finish"]) {
  return FINISHES[finish];
}

export interface Bucket {
  key: "input" | "cache_read" | "cache_write" | "output" | "reasoning";
  label: string;
  count: number;
}

/** Tokens by bucket, those that were used. They are disjoint: their sum is the provider's total. */
export function bucketsOf(tokens: NonNullable<TryAnswer["tokens"]>): Bucket[] {
  const all: Bucket[] = [
    { key: "input", label: "input", count: tokens.input },
    { key: "cache_read", label: "cache read", count: tokens.cache_read },
    { key: "cache_write", label: "cache write", count: tokens.cache_write },
    { key: "output", label: "output", count: tokens.output },
    { key: "reasoning", label: "reasoning", count: tokens.reasoning },
  ];
  return all.filter(({ key, count }) => count > 0 || key === "input" || key === "output");
}

export function failureWord(code: TryFailure["code"]): string {
  return code.replaceAll("_", " ");
}

/** Attempts that broke off: it is unknown whether the provider charges for them. */
export function doubtWords({ attempts, doubtful }: Pick<TryFailure, "attempts" | "doubtful">): string {
  const which = doubtful === attempts ? countOf(doubtful, "attempt") : countOf(doubtful, "earlier attempt");
  return `${which} may have been charged`;
}

export type Verdict = "answered" | "malformed" | "failed" | "waiting";

export function verdictOf({
  answer,
  failure,
  output_problem: problem,
}: Pick<Try, "answer" | "failure" | "output_problem">): Verdict {
  if (answer) return problem === null ? "answered" : "malformed";
  return failure ? "failed" : "waiting";
}
