/** What the state of a credential means and what to do about it, in words. Pure. */
import type { CredentialCard } from "@/api/types";

const ADVICE: Record<string, string> = {
  invalid_key:
    "Copy the key again from the provider's page. A key cannot be edited: remove this credential and add a new one.",
  quota: "Raise the limit or pay the bill at the provider, then test again.",
  rate_limited: "The provider asks for fewer calls. Wait a moment, then test again.",
  unreachable: "Check the base URL, and that this server may reach it. Then test again.",
  timed_out: "The provider did not answer in time. Test again in a moment.",
  wrong_address:
    "The address answers, but has no list of models. Remove the credential and add it with another base URL, " +
    "or add the models you want to call by name.",
  forbidden_address: "Allow private addresses for this credential, or use a public https address.",
  provider_error: "The provider has an internal problem. Test again in a few minutes.",
  unavailable: "The provider failed repeatedly, so calls are on hold. Test again in a minute.",
};

export function adviceFor(problemCode: string | null): string {
  return (problemCode && ADVICE[problemCode]) || "Read the provider's message, then test again.";
}

/** The key as it may be shown: its last characters, or where it is read from. */
export function maskedKey({ hint, variables }: Pick<CredentialCard, "hint" | "variables">): string {
  const names = [...new Set(Object.values(variables))];
  if (names.length > 0) return `from ${names.join(", ")}`;
  return hint ? `••••${hint}` : "";
}

export type ShownStatus = CredentialCard["status"] | "held" | "unverified";

type Standing = Pick<CredentialCard, "status" | "breaker" | "problem_code">;

/** A key that works says little while its provider does not; one that was saved anyway was never seen to work. */
export function shownStatus({ status, breaker, problem_code: problem }: Standing): ShownStatus {
  if (status !== "ready") return status;
  if (breaker.state !== "closed") return "held";
  return problem === "wrong_address" ? "unverified" : status;
}

export function breakerWords(breaker: CredentialCard["breaker"], now: Date): string | null {
  if (breaker.state === "closed") return null;
  if (breaker.state === "half_open")
    return "The provider failed repeatedly. Single calls are sent to check whether it works again.";
  const next = breaker.next_attempt_at ? new Date(breaker.next_attempt_at) : null;
  const seconds = next ? Math.ceil((next.getTime() - now.getTime()) / 1_000) : 0;
  const when = seconds > 0 ? `in ${seconds} s` : "with the next call";
  return `Calls are on hold: the provider failed ${breaker.failures} times in a row. Next attempt ${when}.`;
}
