import type { Model } from "@/api/types";
import { Card } from "@/shared/ui/Card";
import { Field } from "@/shared/ui/Field";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";
import { messageAt } from "../planProblems";
import { per1kWords } from "./modelPrices";
import type { StepProps } from "./stepProps";

/** One model that sees two answers at once, not knowing whose they are, in both orders. */
export function PairwiseCard({ form, problems, change, models }: StepProps & { models: readonly Model[] }) {
  const { enabled, model } = form.pairwise;
  const first = model ?? form.judges.find((one) => one.model !== null)?.model ?? models[0]?.id ?? null;
  return (
    <Card aria-label="Pairwise comparison" className="px-4 py-3.5">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 className="text-base font-semibold text-ink">Pairwise comparison</h2>
          <p className="text-xs text-ink-subtle">
            A judge compares two answers without model names, in both orders, so that their position has no effect.
          </p>
        </div>
        <Switch
          label="Enable pairwise comparison"
          checked={enabled}
          onChange={(on) => change({ pairwise: { enabled: on, model: on ? first : model } })}
        />
      </div>
      {enabled && (
        <Field
          label="Pairwise judge"
          className="mt-3 max-w-md"
          error={messageAt(problems, "pairwise.model") ?? messageAt(problems, "pairwise")}
        >
          <Select
            value={model ?? ""}
            onChange={(next) => change({ pairwise: { enabled, model: next } })}
            options={models.map((one) => ({ value: one.id, label: one.title, hint: per1kWords(one) }))}
          />
        </Field>
      )}
    </Card>
  );
}
