import { Link } from "@tanstack/react-router";
import { LifeBuoy } from "lucide-react";
import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import type { Experiment } from "../types";
import { lastOf } from "./experimentSituation";

const LINK = "rounded font-medium text-accent-ink hover:underline";

/** Nothing has worked so far: what usually is the reason, in the order in which it is worth looking. */
export function FailureGuide({ project, experiment }: { project: string; experiment: Experiment }) {
  const params = { slug: project };
  const last = lastOf(experiment);
  const said = [...new Set(experiment.recent.flatMap(({ problem }) => (problem ? [problem] : [])))];
  return (
    <section aria-label="Troubleshooting" className="rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="flex items-center gap-2 text-base font-semibold text-ink">
        <LifeBuoy aria-hidden className="size-4 text-ink-subtle" /> No iteration has succeeded yet
      </h2>
      <p className="mt-1 max-w-prose text-sm text-ink-muted">
        No data is lost, and failed calls are not charged twice. These are the usual causes, the most likely first.
      </p>
      {said.length > 0 && (
        <div className="mt-3 rounded-md bg-error-soft px-3 py-2 text-sm text-error">
          <p className="font-medium">Error messages</p>
          <ul className="mt-0.5 list-inside list-disc wrap-anywhere">
            {said.map((text) => (
              <li key={text}>{visibleText(text)}</li>
            ))}
          </ul>
        </div>
      )}
      <ol className="mt-3 grid gap-x-8 gap-y-3 text-sm md:grid-cols-2">
        <GuideStep number={1} title="Does the key work?">
          A key that is refused or out of credit stops every call.{" "}
          <Link to="/projects/$slug/settings/credentials" params={params} className={LINK}>
            Test the credentials
          </Link>
        </GuideStep>
        <GuideStep number={2} title="Do the model and the judge answer?">
          Send a question to each model by hand, and check its limits.{" "}
          <Link to="/projects/$slug/models" params={params} className={LINK}>
            Open the models
          </Link>
        </GuideStep>
        <GuideStep number={3} title="Why did single answers fail?">
          Each failed answer keeps its reason.{" "}
          {last?.run ? (
            <Link to="/projects/$slug/runs/$run" params={{ ...params, run: last.run }} className={LINK}>
              View the last run
            </Link>
          ) : (
            "There is no run to view."
          )}
        </GuideStep>
        <GuideStep number={4} title="Do the cases match the prompt?">
          Every variable of the prompt needs a value in every case.{" "}
          {experiment.dataset ? (
            <Link
              to="/projects/$slug/datasets/$dataset"
              params={{ ...params, dataset: experiment.dataset.id }}
              className={LINK}
            >
              Check the cases
            </Link>
          ) : (
            "No dataset was chosen."
          )}
        </GuideStep>
      </ol>
      <p className="mt-3 text-sm text-ink-muted">
        Then run the iteration again. It starts from the beginning with the same prompt.
      </p>
    </section>
  );
}

function GuideStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cx(
          "inline-flex size-5 shrink-0 items-center justify-center",
          "rounded-full bg-surface-hover text-2xs font-semibold text-ink-muted",
        )}
      >
        {number}
      </span>
      <div className="min-w-0">
        <p className="font-medium text-ink">{title}</p>
        <p className="text-ink-muted">{children}</p>
      </div>
    </li>
  );
}
