import { Pencil } from "lucide-react";
import { countOf, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { IconButton } from "@/shared/ui/IconButton";
import type { Experiment } from "../types";
import { FactRow, ExperimentSideCard } from "./ExperimentSideCard";

/** The stop rules of the loop. */
export function StopRulesCard({ experiment, onEdit }: { experiment: Experiment; onEdit: (() => void) | null }) {
  const rules = experiment.plan.stop_rules;
  return (
    <ExperimentSideCard
      title="Stop rules"
      action={
        onEdit && (
          <IconButton label="Change the stop rules" className="size-7" onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
        )
      }
    >
      <dl>
        <FactRow name="Most iterations">{rules.max_iterations}</FactRow>
        <FactRow name="Converged after">{countOf(rules.convergence_window, "iteration")}</FactRow>
        <FactRow name="Smallest gain">{+(rules.min_delta * 100).toFixed(2)}%</FactRow>
        <FactRow name="Budget">{formatMoney(readMoney(rules.max_budget_usd))}</FactRow>
        {rules.max_tokens !== null && <FactRow name="Tokens">{formatTokens(rules.max_tokens)}</FactRow>}
        <FactRow name="Weak models">{rules.prune_weak ? "pruned" : "kept"}</FactRow>
        <FactRow name="No suggestion">
          {rules.stop_if_no_refinement ? "ends the experiment" : "pauses the experiment"}
        </FactRow>
        {rules.adaptive_sampling && <FactRow name="Adaptive sampling">on</FactRow>}
      </dl>
    </ExperimentSideCard>
  );
}
