/** A review in hand: what is chosen or written, what guardrails say of it now, and the decision. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { useDebounced } from "@/shared/forms/useDebounced";
import { notify } from "@/shared/ui/notify";
import { checkQuery, useApprove, useReject } from "../api";
import { type Draft, emptyBecause, isWhole, ownWords, toggled, wholeOf, wishOf } from "../reviewDraft";
import type { Checked, Guardrail, Suggestion } from "../types";
import { useReviewKeys } from "../useReviewKeys";
import { guardrailSummary, mayInsist } from "../reviewPhrasing";

/** Long enough not to ask for every letter, short enough to be there before the hand leaves the keys. */
const PAUSE_MS = 350;

export function useReview(project: Project, suggestion: Suggestion) {
  const { slug } = project;
  const [draft, setDraft] = useState<Draft>(() => wholeOf(suggestion));
  const [asking, setAsking] = useState<"approve" | "reject" | null>(null);
  const [decidedHere, setDecidedHere] = useState(false);
  const approveIt = useApprove(slug, suggestion.id);
  const rejectIt = useReject(slug, suggestion.id);
  const wish = wishOf(suggestion, draft);
  const asked = useDebounced(wish, PAUSE_MS);
  const check = useQuery(checkQuery(slug, suggestion.id, asked));

  const open =
    suggestion.state === "pending" &&
    suggestion.locked_because === null &&
    may(project, "review_suggestions") &&
    project.archived_at === null;
  const current = JSON.stringify(wish) === JSON.stringify(asked);
  const checking = wish !== null && (!current || check.isFetching);
  const checked: Checked | null = wish === null ? null : (check.data ?? null);
  const guardrails: readonly Guardrail[] = checked?.guardrails ?? suggestion.guardrails;
  const own = ownWords(suggestion, draft);
  const insists = !checking && mayInsist(guardrails, own);
  const whole = isWhole(suggestion, draft);

  const approve = () => refused === null && setAsking("approve");
  const reject = () => setAsking("reject");
  const edit = () =>
    setDraft((before) => ({ ...before, text: before.text ?? checked?.text ?? suggestion.proposed_text }));
  const settle = { onSuccess: () => setDecidedHere(true), onError: notify.failure, onSettled: () => setAsking(null) };
  const refused = refusal();
  useReviewKeys(open ? { ".": approve, ",": reject, e: edit } : {});

  return {
    draft,
    checked,
    checking,
    guardrails,
    open,
    whole,
    insists,
    refused,
    what: what(),
    about: own ? "your edit" : whole || draft.text !== null ? "the suggestion" : "the chosen changes",
    asking,
    busy: approveIt.isPending || rejectIt.isPending,
    decidedHere,
    toggle: (index: number) => setDraft((before) => toggled(before, index)),
    write: (text: string) => setDraft((before) => ({ ...before, text })),
    discard: () => setDraft((before) => ({ ...before, text: null })),
    approve,
    reject,
    edit,
    close: () => setAsking(null),
    confirmApprove: (notes: string, anyway: boolean) =>
      approveIt.mutate({ revision: suggestion.revision, wish, notes, anyway }, settle),
    confirmReject: (reason: string) => rejectIt.mutate({ revision: suggestion.revision, reason }, settle),
  };

  function refusal(): string | null {
    const empty = emptyBecause(suggestion, draft);
    if (empty) return empty;
    if (checking) return "Guardrails are being checked …";
    if (wish !== null && check.isError) return "Guardrails could not be checked. Change something to try again.";
    if (guardrails.every(({ passed }) => passed) || insists) return null;
    const [first, ...rest] = guardrails.filter(({ passed }) => !passed);
    return `${first?.sentence ?? ""}${rest.length > 0 ? ` (and ${rest.length} more)` : ""}`;
  }

  function what(): string {
    if (insists) return "Your edit is larger than a suggestion may be. You can approve it anyway.";
    const summary = guardrailSummary(guardrails);
    if (draft.text !== null) return own ? `Your edit. ${summary}.` : `The suggestion as it was proposed. ${summary}.`;
    if (whole) return `${summary}.`;
    return `${draft.chosen.length} of ${suggestion.hunks.length} changes chosen. ${summary}.`;
  }
}

export type ReviewInHand = ReturnType<typeof useReview>;
