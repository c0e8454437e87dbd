import type { Suggestion } from "../types";
import { ApproveDialog } from "./ApproveDialog";
import { RejectDialog } from "./RejectDialog";
import type { ReviewInHand } from "./useReview";

export function DecisionDialogs({ review, suggestion }: { review: ReviewInHand; suggestion: Suggestion }) {
  const { asking, draft, busy } = review;
  const what = draft.text !== null ? "your edit" : review.whole ? "the suggestion" : "the chosen changes";
  if (asking === "reject") return <RejectDialog busy={busy} onReject={review.confirmReject} onClose={review.close} />;
  if (asking !== "approve") return null;
  return (
    <ApproveDialog
      what={what}
      base={suggestion.base.number}
      iteration={suggestion.iteration.number}
      beyond={review.insists ? review.guardrails.filter(({ passed }) => !passed).map(({ sentence }) => sentence) : []}
      busy={busy}
      onApprove={review.confirmApprove}
      onClose={review.close}
    />
  );
}
