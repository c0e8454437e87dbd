import { useState } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import type { Experiment } from "../types";
import { SplitCasesDialog } from "./dialogs/SplitCasesDialog";
import { FactRow, ExperimentSideCard } from "./ExperimentSideCard";

/** Which cases the refiner sees, which decide on a change, and which are kept for the last check. */
export function SplitsCard({
  project,
  experiment,
  splits,
}: {
  project: string;
  experiment: string;
  splits: NonNullable<Experiment["splits"]>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <ExperimentSideCard
      title="Case splits"
      action={
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          Show cases
        </Button>
      }
    >
      <dl>
        <FactRow name="Training, seen by the refiner">{splits.train}</FactRow>
        <FactRow name="Validation, decides on changes">{splits.validation || "none"}</FactRow>
        <FactRow name="Hold-out, last check">{splits.holdout || "none"}</FactRow>
        <FactRow name="Validation used">
          {splits.validation_uses} {splits.validation_uses === 1 ? "time" : "times"}
        </FactRow>
        <FactRow name="Seed of the draw">{splits.seed}</FactRow>
      </dl>
      <p className="mt-1.5 text-sm text-ink-muted">{visibleText(splits.sentence)}</p>
      {open && <SplitCasesDialog project={project} experiment={experiment} onClose={() => setOpen(false)} />}
    </ExperimentSideCard>
  );
}
