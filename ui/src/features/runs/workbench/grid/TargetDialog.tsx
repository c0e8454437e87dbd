import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { modelQuery } from "@/features/models";
import { type ChosenModel, ModelPicker, newKey, type TargetPart } from "@/features/runs";
import { type PlaygroundValues, ParameterFields, parameterProblems } from "@/features/models/playground";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";

interface TargetDialogProps {
  project: string;
  /** Null: a column more. */
  target: TargetPart | null;
  onSave: (target: TargetPart) => void;
  onClose: () => void;
}

export function TargetDialog({ project, target, onSave, onClose }: TargetDialogProps) {
  const [model, setModel] = useState<ChosenModel | null>(target?.model ?? null);
  const [parameters, setParameters] = useState<PlaygroundValues["parameters"]>(target?.parameters ?? {});
  const whole = useQuery({ ...modelQuery(project, model?.id ?? ""), enabled: model !== null }).data ?? null;
  const problems = parameterProblems(parameters);
  const ready = model !== null && Object.keys(problems).length === 0;
  const save = () => {
    if (!ready) return;
    onSave({ key: target?.key ?? newKey(), model, parameters, grid: target?.grid ?? {} });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={target ? "Change the column" : "Add a column"}
      description="You can add the same model in several columns with different parameters."
      width="lg"
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div data-focus-first>
          <Field label="Model" required>
            <ModelPicker project={project} label="Model" chosen={model} onChoose={setModel} />
          </Field>
        </div>
        <div>
          <h3 className="mb-1.5 text-sm font-medium text-ink">
            Parameters{" "}
            <span className="font-normal text-ink-subtle">(if empty, the parameters of the prompt apply)</span>
          </h3>
          <ParameterFields model={whole} values={parameters} problems={problems} onChange={setParameters} />
        </div>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!ready}>
            {target ? "Save" : "Add column"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
