import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { EMPTY_RUN, problemAt, typedProblems } from "@/features/runs";
import { formatMoney } from "@/shared/format/quantities";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Switch } from "@/shared/ui/Switch";
import type { Setup } from "../setup/runSetup";
import { PillPopover } from "./PillPopover";

type Options = Pick<Setup, "trials" | "budgetUsd" | "reuse">;

/** How often each case is asked, what it may cost, and whether old answers will do. */
export function RunOptions({ setup, onChange }: { setup: Options; onChange: (part: Partial<Options>) => void }) {
  const [open, setOpen] = useState(false);
  const problems = typedProblems({ ...EMPTY_RUN, trials: setup.trials, budgetUsd: setup.budgetUsd });
  return (
    <PillPopover
      label="Trials and budget"
      icon={<SlidersHorizontal aria-hidden />}
      text={optionWords(setup)}
      open={open}
      onOpenChange={setOpen}
    >
      <div className="flex flex-col gap-4 p-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label="Trials" hint="How often each case is run" error={problemAt(problems, "trials")}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={100}
              step={1}
              value={setup.trials}
              onChange={({ target }) => onChange({ trials: target.value })}
            />
          </Field>
          <Field
            label="Budget in dollars"
            hint="The run pauses when it is reached"
            error={problemAt(problems, "budget_usd")}
          >
            <Input
              type="number"
              inputMode="decimal"
              min={0}
              step="any"
              placeholder="No limit"
              value={setup.budgetUsd}
              onChange={({ target }) => onChange({ budgetUsd: target.value })}
            />
          </Field>
        </div>
        <Field
          label="Reuse stored answers"
          hint="An identical call to the same model uses the stored answer at no cost"
        >
          <Switch checked={setup.reuse} onChange={(reuse) => onChange({ reuse })} />
        </Field>
      </div>
    </PillPopover>
  );
}

function optionWords({ trials, budgetUsd, reuse }: Options): string {
  const parts = [`×${trials.trim() || "?"}`];
  if (budgetUsd.trim() !== "") parts.push(`≤ ${formatMoney(Number(budgetUsd))}`);
  if (!reuse) parts.push("no reuse");
  return parts.join(" · ");
}
