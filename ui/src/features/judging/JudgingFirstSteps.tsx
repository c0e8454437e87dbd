import { Link } from "@tanstack/react-router";
import { Check, Gavel, ListChecks, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { STARTERS } from "./rubric/starterRubrics";

interface NothingProps {
  project: string;
  edits: boolean;
}

/** Three steps from nothing to numbers one can trust; the next one is the button. */
export function NoJudges({ project, edits, hasRubric }: NothingProps & { hasRubric: boolean }) {
  const params = { slug: project };
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-6 py-10">
      <div className="mx-auto max-w-2xl">
        <h2 className="text-center text-base font-semibold text-ink">No judge yet</h2>
        <p className="mt-1 text-center text-sm text-balance text-ink-muted">
          A model can score thousands of answers in minutes, if a rubric defines what good means and people have checked
          the model.
        </p>
        <ol className="mt-6 flex flex-col gap-2">
          <JudgingStep
            icon={<ListChecks aria-hidden />}
            done={hasRubric}
            now={!hasRubric}
            title="1. Create a rubric"
            about="Two to ten criteria with weights: what good means, in your words."
          >
            {edits && (
              <Button variant={hasRubric ? "secondary" : "primary"} size="sm" asChild>
                <Link to="/projects/$slug/judges/rubrics/new" params={params}>
                  Create a rubric
                </Link>
              </Button>
            )}
          </JudgingStep>
          <JudgingStep
            icon={<Gavel aria-hidden />}
            done={false}
            now={hasRubric}
            title="2. Create a judge"
            about="A model that reads each answer and scores it, criterion by criterion, with a reason."
          >
            {edits && (
              <Button variant={hasRubric ? "primary" : "ghost"} size="sm" asChild>
                <Link to="/projects/$slug/judges/new" params={params}>
                  Create a judge
                </Link>
              </Button>
            )}
          </JudgingStep>
          <JudgingStep
            icon={<ShieldCheck aria-hidden />}
            done={false}
            now={false}
            title="3. Check the judge"
            about={
              "The passport compares the judge with people and shows whether length, " +
              "order or a trick in the text changes its scores."
            }
          />
        </ol>
        {!edits && (
          <p className="mt-4 text-center text-sm text-ink-muted">An editor of this project can create a judge.</p>
        )}
      </div>
    </div>
  );
}

interface JudgingStepProps {
  icon: ReactNode;
  title: string;
  about: string;
  done: boolean;
  now: boolean;
  children?: ReactNode;
}

function JudgingStep({ icon, title, about, done, now, children }: JudgingStepProps) {
  return (
    <li
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-3",
        now ? "border-line-strong bg-raised" : "border-line",
      )}
    >
      <span
        aria-hidden
        className={cx(
          "flex size-8 shrink-0 items-center justify-center rounded-full [&_svg]:size-4",
          done
            ? "bg-success-soft text-success"
            : now
              ? "bg-accent-soft text-accent-ink"
              : "bg-surface-hover text-ink-subtle",
        )}
      >
        {done ? <Check /> : icon}
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-sm font-medium text-ink">
          {title}
          {done && <span className="ml-1.5 text-xs font-normal text-success">done</span>}
        </h3>
        <p className="text-xs text-ink-muted">{about}</p>
      </div>
      {children}
    </li>
  );
}

export function NoRubrics({ project, edits }: NothingProps) {
  const params = { slug: project };
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-6 py-10 text-center">
      <ListChecks aria-hidden className="mx-auto mb-2 size-6 text-ink-subtle" />
      <h2 className="text-base font-semibold text-ink">No rubric yet</h2>
      <p className="mx-auto mt-1 max-w-md text-sm text-ink-muted">
        A rubric defines what good means: a few criteria, their weights, and the meaning of each score.{" "}
        {edits ? "Start from one of these, or from an empty rubric." : "An editor of this project can create one."}
      </p>
      {edits && (
        <>
          <ul className="mx-auto mt-5 grid max-w-3xl gap-2 text-left sm:grid-cols-2 lg:grid-cols-4">
            {STARTERS.map(({ key, title, about }) => (
              <li key={key} className="flex">
                <Link
                  to="/projects/$slug/judges/rubrics/new"
                  params={params}
                  search={{ start: key }}
                  className={cx(
                    "flex min-w-0 flex-1 flex-col rounded-lg border border-line bg-raised",
                    "px-3 py-2.5 transition-colors hover:border-line-strong hover:bg-surface",
                  )}
                >
                  <span className="text-sm font-medium text-ink">{title}</span>
                  <span className="text-xs text-ink-muted">{about}</span>
                </Link>
              </li>
            ))}
          </ul>
          <Button className="mt-5" asChild>
            <Link to="/projects/$slug/judges/rubrics/new" params={params}>
              Create a rubric
            </Link>
          </Button>
        </>
      )}
    </div>
  );
}
