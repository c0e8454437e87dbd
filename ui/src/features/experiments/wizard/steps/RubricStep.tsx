import { useState } from "react";
import {
  type AssistAction,
  AssistPanel,
  readCriteria,
  type RuleAction,
  UnreadableAnswer,
  type WrittenCriterion,
} from "@/features/assists";
import { CriteriaTable, newCriterion, rubricProblems } from "@/features/judging";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { DialogFooter } from "@/shared/ui/Dialog";
import { criteriaOf, type PlanForm } from "../wizardForm";
import { GOAL_LEAST, messageAt } from "../planProblems";
import { CriteriaPreview } from "./CriteriaPreview";
import { KnownRubric } from "./KnownRubric";
import { StepColumns } from "./StepColumns";
import type { StepProps } from "./stepProps";

export function RubricStep({ project, experiment, form, problems, tried, change, beside }: StepProps) {
  const { criteria } = form;
  const [said, setSaid] = useState<{ words: string; undo: () => void } | null>(null);
  const { name: _, ...found } = rubricProblems({ name: "", criteria });
  const rules: RuleAction[] = [
    {
      key: "normalise",
      label: "Normalise weights",
      about: "Gives every criterion the same weight",
      refused: criteria.length === 0 ? "There is no criterion yet" : undefined,
      run: () => {
        change({
          criteria: criteria.map((one) => ({ ...one, weight: String(Number((1 / criteria.length).toFixed(4))) })),
        });
        setSaid({ words: "All weights are now equal.", undo: () => change({ criteria }) });
      },
    },
  ];
  return (
    <StepColumns
      beside={
        <>
          <AssistPanel
            project={project.slug}
            actions={[draftRubric(experiment.id, form, change)]}
            rules={rules}
            said={said}
          />
          {beside}
        </>
      }
    >
      <KnownRubric
        project={project.slug}
        form={form}
        change={change}
        onUse={(words, undo) => setSaid({ words, undo })}
      />
      {criteria.length > 0 ? (
        <CriteriaTable
          criteria={criteria}
          problems={found}
          tried={tried}
          readOnly={false}
          onChange={(next) => change({ criteria: next })}
        />
      ) : (
        <div
          className={cx(
            "flex flex-col items-center gap-3 rounded-lg",
            "border border-dashed border-line-strong px-6 py-10 text-center",
          )}
        >
          <p className="max-w-md text-sm text-ink-muted">
            No criteria yet. Let the assistant draft them from your objective, or write two to ten of your own.
          </p>
          <Button
            variant="secondary"
            onClick={() => change({ criteria: [newCriterion({ weight: "0.5" }), newCriterion({ weight: "0.5" })] })}
          >
            Add criteria
          </Button>
        </div>
      )}
      {tried && messageAt(problems, "criteria") && (
        <p role="alert" className="text-xs text-error">
          {messageAt(problems, "criteria")}
        </p>
      )}
    </StepColumns>
  );
}

function draftRubric(experiment: string, { goal, criteria }: PlanForm, change: StepProps["change"]): AssistAction {
  return {
    key: "draft_rubric",
    label: "Draft rubric from objective",
    about: "Four to six criteria with weights",
    order: { kind: "draft_rubric", experiment, input: { goal } },
    refused: goal.trim().length < GOAL_LEAST ? "Write the objective first" : undefined,
    look: (result, done) => {
      const read = readCriteria(result);
      const use = () => {
        if (!read) return;
        change({ criteria: criteriaOf(read.criteria) });
        done("The rubric was replaced.", () => change({ criteria }));
      };
      return {
        title: "A rubric for your objective",
        body: read ? (
          <Written criteria={read.criteria} replaces={criteria.length > 0} onUse={use} />
        ) : (
          <UnreadableAnswer />
        ),
      };
    },
  };
}

function Written({
  criteria,
  replaces,
  onUse,
}: {
  criteria: readonly WrittenCriterion[];
  replaces: boolean;
  onUse: () => void;
}) {
  return (
    <>
      <CriteriaPreview criteria={criteria} />
      <DialogFooter>
        <Button onClick={onUse}>{replaces ? "Replace the rubric" : "Use this rubric"}</Button>
      </DialogFooter>
    </>
  );
}
