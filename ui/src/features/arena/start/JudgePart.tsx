import { Gavel } from "lucide-react";
import type { Judge } from "@/api/types";
import { type ChosenModel, ModelPicker } from "@/features/runs";
import { Field } from "@/shared/ui/Field";
import { Select } from "@/shared/ui/Select";
import { NEW_JUDGE } from "./arenaForm";

interface JudgePartProps {
  project: string;
  judges: readonly Judge[];
  judge: string;
  model: ChosenModel | null;
  problem: string | undefined;
  onJudge: (judge: string) => void;
  onModel: (model: ChosenModel) => void;
}

/** Who grades the answers: a judge of the project, or a new one that only needs a model. */
export function JudgePart({ project, judges, judge, model, problem, onJudge, onModel }: JudgePartProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Judge">
        <Select
          value={judge}
          onChange={onJudge}
          options={[
            ...judges.map(({ id, name, model_name: by }) => ({ value: id, label: name, hint: by })),
            { value: NEW_JUDGE, label: "New judge", hint: "Scores accuracy and clarity from 0 to 5" },
          ]}
        />
      </Field>
      {judge === NEW_JUDGE && (
        <Field label="Model that judges" required error={problem}>
          <ModelPicker project={project} label="Model that judges" chosen={model} onChoose={onModel} />
        </Field>
      )}
      <p className="flex items-center gap-1.5 text-xs text-ink-subtle sm:col-span-2">
        <Gavel aria-hidden className="size-3.5" /> A judge is not shown which model gave an answer.
      </p>
    </div>
  );
}
