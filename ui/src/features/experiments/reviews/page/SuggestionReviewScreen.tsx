import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { ExemplarsCard } from "../cases/ExemplarsCard";
import type { Suggestion } from "../types";
import { STATE_TONES, STATE_WORDS } from "../reviewPhrasing";
import { AttemptsCard } from "./AttemptsCard";
import { SuggestionChangesCard } from "./SuggestionChangesCard";
import { CommentsCard } from "./CommentsCard";
import { DecisionBar } from "./DecisionBar";
import { DecisionDialogs } from "./DecisionDialogs";
import { EditSuggestionCard } from "./EditSuggestionCard";
import { SuggestionEvidenceCard } from "./SuggestionEvidenceCard";
import { GuardrailCard } from "./GuardrailCard";
import { RefinerNoteCard } from "./RefinerNoteCard";
import { ReviewOutcome } from "./ReviewOutcome";
import { UnusedEdit } from "./UnusedEdit";
import { useReview } from "./useReview";
import { WeakCriteria } from "./WeakCriteria";

const link = "rounded underline decoration-line-strong underline-offset-2 hover:text-ink";

/** A suggestion like a pull request: why, what, what speaks for and against it, and the decision. */
export function SuggestionReviewScreen({ project, suggestion }: { project: Project; suggestion: Suggestion }) {
  const { slug } = project;
  const { experiment, iteration, state } = suggestion;
  const [begunOpen] = useState(state === "pending");
  const review = useReview(project, suggestion);
  const { draft, checked, checking, open } = review;
  const reviews = may(project, "review_suggestions") && project.archived_at === null;
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title={`Suggestion of iteration ${iteration.number}`}
        documentTitle={[`Review of iteration ${iteration.number}`, experiment.name, project.name]}
        badges={
          <>
            <Badge tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Badge>
            {suggestion.automatic && <Badge tone="lilac">Automatic</Badge>}
          </>
        }
        description={
          <>
            <Link
              to="/projects/$slug/experiments/$experiment"
              params={{ slug, experiment: experiment.id }}
              className={link}
            >
              {visibleText(experiment.name)}
            </Link>{" "}
            · proposed <RelativeTime at={suggestion.created_at} />
            {suggestion.weak.length > 0 && (
              <> · to improve {suggestion.weak.map(({ name }) => visibleText(name)).join(" and ")}</>
            )}
          </>
        }
      />
      <ReviewOutcome
        slug={slug}
        suggestion={suggestion}
        surprise={begunOpen && state !== "pending" && !review.decidedHere}
      />
      {state !== "pending" && draft.text !== null && !review.decidedHere && <UnusedEdit text={draft.text} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-4">
          <RefinerNoteCard suggestion={suggestion} />
          {open && draft.text !== null ? (
            <EditSuggestionCard
              suggestion={suggestion}
              text={draft.text}
              checked={checked}
              checking={checking}
              onText={review.write}
              onDiscard={review.discard}
            />
          ) : (
            <SuggestionChangesCard suggestion={suggestion} draft={draft} settled={!open} onToggle={review.toggle} />
          )}
          <ExemplarsCard project={project} suggestion={suggestion} />
          <CommentsCard project={project} suggestion={suggestion} />
        </div>
        <aside aria-label="What speaks for and against it" className="flex min-w-0 flex-col gap-4">
          <GuardrailCard guardrails={review.guardrails} checking={checking} about={review.about} />
          <WeakCriteria weak={suggestion.weak} />
          <SuggestionEvidenceCard slug={slug} suggestion={suggestion} />
          <AttemptsCard attempts={suggestion.attempts} />
        </aside>
      </div>
      {state === "pending" && !reviews && (
        <Notice tone="info" className="mt-4">
          Deciding needs the role REVIEWER or higher. You can read everything.
        </Notice>
      )}
      {open && (
        <div
          className={cx(
            "pointer-events-none sticky bottom-0 z-10 -mx-1",
            "bg-gradient-to-t from-canvas via-canvas/80 to-transparent px-1 pt-6 pb-3 *:pointer-events-auto",
          )}
        >
          <DecisionBar
            what={review.what}
            refused={review.refused}
            insists={review.insists}
            editing={draft.text !== null}
            onApprove={review.approve}
            onReject={review.reject}
            onEdit={review.edit}
          />
        </div>
      )}
      {open && <DecisionDialogs review={review} suggestion={suggestion} />}
    </div>
  );
}
