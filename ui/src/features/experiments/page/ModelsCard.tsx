import { Pencil } from "lucide-react";
import { parameterWords } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { IconButton } from "@/shared/ui/IconButton";
import type { Experiment } from "../types";
import { ExperimentSideCard } from "./ExperimentSideCard";

/** Which models take part, and which were left behind and why. */
export function ModelsCard({ experiment, onEdit }: { experiment: Experiment; onEdit: (() => void) | null }) {
  const { targets } = experiment;
  return (
    <ExperimentSideCard
      title="Models"
      action={
        onEdit && (
          <IconButton label="Change the models" className="size-7" onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
        )
      }
    >
      {targets.length === 0 && <p className="text-sm text-ink-subtle">No model was chosen yet.</p>}
      <ul className="flex flex-col gap-2.5">
        {targets.map(({ model, model_name: name, parameters, active, pruned_because: why }, at) => (
          <li key={`${model} ${at}`} className="min-w-0 text-sm">
            <div className="flex items-center gap-2">
              <span className={active ? "truncate font-medium text-ink" : "truncate text-ink-muted"}>
                {visibleText(name)}
              </span>
              <span className="ml-auto">
                {active ? <Badge tone="success">active</Badge> : <Badge tone="neutral">pruned</Badge>}
              </span>
            </div>
            {parameterWords(parameters) && (
              <p className="truncate text-xs text-ink-subtle">{parameterWords(parameters)}</p>
            )}
            {!active && why && <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">{visibleText(why)}</p>}
          </li>
        ))}
      </ul>
    </ExperimentSideCard>
  );
}
