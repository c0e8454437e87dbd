import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Suggestion } from "../types";
import { decidedWords } from "../reviewPhrasing";

interface ReviewOutcomeProps {
  slug: string;
  suggestion: Suggestion;
  /** It was decided while this person looked at it, by somebody else. */
  surprise: boolean;
}

/** What became of it, who decided, and where to go from here. */
export function ReviewOutcome({ slug, suggestion, surprise }: ReviewOutcomeProps) {
  const { state, reviews, applied, next, experiment, automatic, locked_because: locked } = suggestion;
  const last = reviews.at(-1);
  const params = { slug, experiment: experiment.id };
  const toExperiment = (
    <Button variant="secondary" size="sm" asChild>
      <Link to="/projects/$slug/experiments/$experiment" params={params}>
        The experiment <ArrowRight aria-hidden />
      </Link>
    </Button>
  );
  if (state === "pending")
    return locked ? (
      <Notice tone="warning" className="mb-4">
        {locked}
      </Notice>
    ) : null;
  if (state === "blocked") {
    return (
      <OutcomeNotice tone="warning" actions={toExperiment}>
        <p className="font-medium">No suggestion passed the guardrails</p>
        <p>
          The refiner received the reasons and tried again. The failed guardrails are listed below. Edit the prompt by
          hand, or ask for another suggestion.
        </p>
      </OutcomeNotice>
    );
  }
  if (state === "superseded")
    return (
      <OutcomeNotice tone="info" actions={toExperiment}>
        <p>A newer suggestion replaced this one, so it can no longer be approved or rejected.</p>
      </OutcomeNotice>
    );
  const who = last
    ? decidedWords(last)
    : automatic
      ? "Edison approved this change automatically, because it is small"
      : "This suggestion was decided";
  const when = last && <RelativeTime at={last.at} />;
  if (state === "rejected") {
    return (
      <OutcomeNotice tone="info" alert={surprise} actions={toExperiment}>
        <p className="font-medium">
          {visibleText(who)} {when}
        </p>
        {last?.notes && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {visibleText(last.notes)}
          </p>
        )}
      </OutcomeNotice>
    );
  }
  return (
    <OutcomeNotice
      tone="success"
      alert={surprise}
      actions={
        <>
          {next && (
            <Button size="sm" asChild>
              <Link
                to="/projects/$slug/experiments/$experiment/iterations/$number"
                params={{ ...params, number: String(next.number) }}
              >
                Follow iteration {next.number} <ArrowRight aria-hidden />
              </Link>
            </Button>
          )}
          {!next && toExperiment}
        </>
      }
    >
      <p className="font-medium">
        {visibleText(who)} {when}
      </p>
      <p>
        {applied ? `The change is version ${applied.number} of the prompt. ` : ""}
        {next ? `Iteration ${next.number} uses it.` : "No further iteration has used it."}
      </p>
      {last?.notes && (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {visibleText(last.notes)}
        </p>
      )}
    </OutcomeNotice>
  );
}

function OutcomeNotice({
  tone,
  alert = false,
  actions,
  children,
}: {
  tone: "info" | "success" | "warning";
  alert?: boolean;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <Notice tone={tone} alert={alert} className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">{children}</div>
        <div className="flex flex-wrap gap-2 text-ink">{actions}</div>
      </div>
    </Notice>
  );
}
