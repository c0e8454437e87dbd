import { X } from "lucide-react";
import { useState } from "react";
import { ModelPicker, parameterWords } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { asBody, useChangePlan } from "../../api";
import type { Experiment } from "../../types";
import { EMPTY_PROBLEMS, planProblems, rulesOf, typedOf } from "./planDialogForm";
import { RefusalNotice } from "./RunIterationDialog";

/** Models and stop rules of an experiment that waits: what is measured from here on. */
export function PlanDialog({
  project,
  experiment,
  onClose,
}: {
  project: string;
  experiment: Experiment;
  onClose: () => void;
}) {
  const [targets, setTargets] = useState(() =>
    experiment.targets.map(({ model, model_name: name, parameters, active }, key) => ({
      key,
      model,
      name,
      parameters,
      active,
    })),
  );
  const [typed, setTyped] = useState(() => typedOf(experiment.plan.stop_rules));
  const [tried, setTried] = useState(false);
  const change = useChangePlan(project, experiment.id);
  const problems = tried ? planProblems(typed, targets.length) : EMPTY_PROBLEMS;
  const set = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });
  const save = () => {
    setTried(true);
    if (Object.keys(planProblems(typed, targets.length)).length > 0) return;
    const stop_rules = rulesOf(typed, experiment.plan.stop_rules);
    change.mutate(
      {
        revision: experiment.revision,
        plan: asBody({
          stop_rules,
          targets: targets.map(({ model, parameters }) => ({ model, parameters, grid: {} })),
        }),
      },
      {
        onSuccess: () => {
          notify.briefly("Saved. The next iteration uses the changes.");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Models and stop rules"
      description="Earlier iterations stay comparable: verdicts use only models that both iterations share."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <h3 className="text-sm font-medium text-ink">Models</h3>
        <ul className="mt-1.5 flex flex-col gap-1.5">
          {targets.map(({ key, name, parameters, active }) => (
            <li
              key={key}
              className="flex min-h-9 items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3 text-sm"
            >
              <span className="min-w-0 flex-1 truncate text-ink">
                {visibleText(name)} <span className="text-xs text-ink-subtle">{parameterWords(parameters)}</span>
              </span>
              {!active && <Badge>pruned, will be used again</Badge>}
              <IconButton
                label={`Remove ${name}`}
                className="size-7"
                onClick={() => setTargets(targets.filter((one) => one.key !== key))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        {problems.targets && (
          <p role="alert" className="mt-1 text-xs text-error">
            {problems.targets}
          </p>
        )}
        <div className="mt-2">
          <ModelPicker
            project={project}
            label="Add a model"
            adding
            onChoose={({ id, title }) =>
              setTargets([
                ...targets,
                {
                  key: Math.max(-1, ...targets.map(({ key }) => key)) + 1,
                  model: id,
                  name: title,
                  parameters: {},
                  active: true,
                },
              ])
            }
          />
        </div>
        <h3 className="mt-5 text-sm font-medium text-ink">Stop rules</h3>
        <div className="mt-1.5 grid gap-3 sm:grid-cols-3">
          <Field label="Most iterations" error={problems.max_iterations}>
            <Input
              type="number"
              min={1}
              max={100}
              value={typed.max_iterations}
              onChange={({ target }) => set({ max_iterations: target.value })}
            />
          </Field>
          <Field label="Converged after" hint="iterations without a gain" error={problems.convergence_window}>
            <Input
              type="number"
              min={1}
              max={10}
              value={typed.convergence_window}
              onChange={({ target }) => set({ convergence_window: target.value })}
            />
          </Field>
          <Field label="Smallest gain, %" error={problems.min_delta}>
            <Input
              type="number"
              min={0}
              max={100}
              step="any"
              value={typed.min_delta}
              onChange={({ target }) => set({ min_delta: target.value })}
            />
          </Field>
        </div>
        <div className="mt-3 flex flex-col gap-1">
          <Checkbox
            label="Prune models that are clearly weaker"
            checked={typed.prune_weak}
            onChange={(prune_weak) => set({ prune_weak })}
          />
          <Checkbox
            label="End when no suggestion can be made"
            checked={typed.stop_if_no_refinement}
            onChange={(stop_if_no_refinement) => set({ stop_if_no_refinement })}
          />
          <Checkbox
            label="Adaptive sampling: fewer cases for models that are clearly weak"
            checked={typed.adaptive_sampling}
            onChange={(adaptive_sampling) => set({ adaptive_sampling })}
          />
        </div>
        {change.isError && <RefusalNotice error={change.error} />}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
