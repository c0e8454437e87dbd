import { Link } from "@tanstack/react-router";
import { VerdictChip } from "@/features/results";
import { changeText, scaleOf } from "@/shared/charts/estimateText";
import { visibleText } from "@/shared/format/visibleText";
import { Spinner } from "@/shared/ui/Spinner";
import { stillChecking } from "../api";
import type { Experiment } from "../types";
import { ExperimentSideCard } from "./ExperimentSideCard";

/** Whether the gain holds on cases that the experiment has never used. */
export function CheckCard({
  project,
  check,
  scale,
}: {
  project: string;
  check: NonNullable<Experiment["check"]>;
  scale: number;
}) {
  const { verdict } = check;
  return (
    <ExperimentSideCard title="Held-out check">
      {verdict ? (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <VerdictChip verdict={verdict.verdict} />
            {verdict.effect && (
              <span className="text-sm text-ink">
                {changeText(scaleOf(scale), verdict.effect.value)}{" "}
                <span className="text-ink-muted">
                  ({changeText(scaleOf(scale), verdict.effect.low)} to {changeText(scaleOf(scale), verdict.effect.high)}
                  )
                </span>
              </span>
            )}
          </p>
          <p className="mt-1.5 text-sm wrap-anywhere text-ink-muted">{visibleText(verdict.sentence)}</p>
        </>
      ) : (
        <p className="flex items-center gap-2 text-sm text-ink-muted">
          {stillChecking(check) ? (
            <>
              <Spinner /> The first and the best version are being run on the held-out cases.
            </>
          ) : (
            "The check could not be finished."
          )}
        </p>
      )}
      <Link
        to="/projects/$slug/runs/$run"
        params={{ slug: project, run: check.run }}
        className="mt-2 inline-flex min-h-6 items-center rounded text-sm text-accent-ink hover:underline"
      >
        Open the check run
      </Link>
    </ExperimentSideCard>
  );
}
