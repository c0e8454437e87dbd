import { useRef, useState } from "react";
import type { AssistOrder, ExperimentTemplate } from "@/api/types";
import {
  type AssistAction,
  AssistPanel,
  ChangedText,
  changesOf,
  ChoiceList,
  readOptions,
  readText,
  UnreadableAnswer,
} from "@/features/assists";
import { useCreateDataset } from "@/features/datasets";
import { valuesOf } from "@/features/prompts";
import { DiffText } from "@/shared/ui/DiffText";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { Segmented } from "@/shared/ui/Segmented";
import { Verbatim } from "@/shared/ui/Verbatim";
import { TemplateCards } from "../../templates/TemplateCards";
import { useAddCases } from "../api";
import { criteriaOf, type PlanForm } from "../wizardForm";
import { GOAL_LEAST, GOAL_MOST, messageAt } from "../planProblems";
import { MarkdownView } from "./MarkdownView";
import { StepColumns } from "./StepColumns";
import type { StepProps } from "./stepProps";

const PLACEHOLDER =
  "Example: Generate helpful, empathetic customer support responses " +
  "that resolve issues quickly while maintaining brand voice…";

export function ObjectiveStep({ project, experiment, form, problems, tried, change, beside }: StepProps) {
  const [view, setView] = useState<"write" | "preview">("write");
  const [left, setLeft] = useState(false);
  const [filled, setFilled] = useState<{ words: string; undo: () => void } | null>(null);
  const fill = useTemplate(project.slug, experiment.number, form, change);
  const { goal } = form;
  const problem = messageAt(problems, "goal");
  const choose = (template: ExperimentTemplate) => {
    const before: Partial<PlanForm> = {
      goal: form.goal,
      criteria: form.criteria,
      content: form.content,
      promptName: form.promptName,
      prompt: form.prompt,
      dataset: form.dataset,
      name: form.name,
    };
    void fill(template).then(
      (done) =>
        done &&
        setFilled({
          words: `${template.name}: objective, rubric, prompt and cases are filled in.`,
          undo: () => change(before),
        }),
    );
  };
  return (
    <StepColumns
      beside={
        <>
          <AssistPanel project={project.slug} actions={objectiveActions(experiment.id, form, change)} said={filled} />
          {beside}
        </>
      }
    >
      <Card aria-label="Objective" className="px-5 py-4">
        <div className="mb-2 flex items-center justify-between gap-3">
          <p className="text-sm font-medium text-ink">What are you trying to achieve with this prompt?</p>
          <Segmented
            label="View of the objective"
            value={view}
            onChange={setView}
            options={[
              { value: "write", label: "Write" },
              { value: "preview", label: "Preview" },
            ]}
          />
        </div>
        {view === "write" ? (
          <Field label="Objective" hideLabel error={(tried || left) && goal.trim() !== "" ? problem : undefined}>
            <Textarea
              rows={9}
              value={goal}
              placeholder={PLACEHOLDER}
              onBlur={() => setLeft(true)}
              onChange={({ target }) => change({ goal: target.value })}
              className="field-sizing-content max-h-[60dvh] min-h-52"
            />
          </Field>
        ) : (
          <MarkdownView text={goal} label="Preview of the objective" />
        )}
        <p className="mt-1.5 flex flex-wrap justify-between gap-2 text-xs text-ink-subtle">
          <span>You can use Markdown: lists, headings, emphasis.</span>
          <span
            aria-label="Length of the objective"
            className={cx(goal.length > GOAL_MOST && "font-medium text-error")}
          >
            {goal.length.toLocaleString("en")} / {GOAL_MOST.toLocaleString("en")}
          </span>
        </p>
        <Field label="Description" optional className="mt-4" hint="One line for the list of experiments.">
          <Input
            value={form.description}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
      </Card>
      <section aria-labelledby="template-title">
        <h2 id="template-title" className="mb-2 text-sm font-medium text-ink">
          {goal.trim() === "" ? "Or start with a template" : "Start again with a template"}
        </h2>
        <TemplateCards project={project.slug} dense onChoose={choose} />
      </section>
    </StepColumns>
  );
}

/** Fills the form, and makes a dataset of the template's cases unless there is one already. */
function useTemplate(project: string, number: number, form: PlanForm, change: (part: Partial<PlanForm>) => void) {
  // Taken back and chosen again: the cases are there already.
  const made = useRef<Record<string, string>>({});
  const make = useCreateDataset(project);
  const add = useAddCases(project);
  return async (template: ExperimentTemplate): Promise<boolean> => {
    try {
      let dataset = form.dataset ?? made.current[template.id] ?? null;
      if (dataset === null) {
        dataset = (
          await make.mutateAsync({
            name: `${template.name} cases (experiment ${number})`,
            kind: "golden",
            description: "",
          })
        ).id;
        made.current[template.id] = dataset;
        await add.mutateAsync({ dataset, cases: template.cases });
      }
      change({
        goal: template.goal,
        criteria: criteriaOf(template.criteria),
        content: valuesOf(template.content),
        promptName: template.prompt_name,
        prompt: null,
        dataset,
        ...(form.name === "" ? { name: template.name } : {}),
      });
      return true;
    } catch (error) {
      notify.failure(error);
      return false;
    }
  };
}

function objectiveActions(experiment: string, form: PlanForm, change: StepProps["change"]): AssistAction[] {
  const { goal } = form;
  const short = goal.trim().length < GOAL_LEAST ? `Write at least ${GOAL_LEAST} characters first` : undefined;
  const take = (text: string, done: (said: string, undo: () => void) => void) => {
    change({ goal: text });
    done("The objective was replaced.", () => change({ goal }));
  };
  const rewriting = (kind: "improve_objective" | "add_details", label: string, about: string): AssistAction => ({
    key: kind,
    label,
    about,
    order: { kind, experiment, input: { goal } } satisfies AssistOrder,
    refused: short,
    look: (result, done) => {
      const read = readText(result);
      return {
        title: label,
        body: read ? (
          <ChangedText changes={changesOf(read.changes)} onUse={() => take(read.text, done)}>
            <DiffText before={goal} after={read.text} />
          </ChangedText>
        ) : (
          <UnreadableAnswer />
        ),
      };
    },
  });
  return [
    {
      key: "draft_objectives",
      label: "Draft 3 options",
      about: "Based on your first words: clear, creative, efficient",
      order: { kind: "draft_objectives", experiment, input: { hints: goal.trim() || form.name, count: 3 } },
      refused: goal.trim() === "" && form.name.trim() === "" ? "Write a few words first" : undefined,
      look: (result, done) => {
        const read = readOptions(result);
        return {
          title: "Three objectives to choose from",
          body: read ? (
            <ChoiceList
              choices={read.options.map(({ title, text }) => ({
                title,
                body: (
                  <Verbatim label={title} className="max-h-56 font-sans text-sm">
                    {text}
                  </Verbatim>
                ),
                onUse: () => take(text, done),
              }))}
            />
          ) : (
            <UnreadableAnswer />
          ),
        };
      },
    },
    rewriting("improve_objective", "Improve", "Makes the objective clearer and more specific"),
    rewriting("add_details", "Add details", "Adds audience, tone and what must not happen"),
  ];
}
