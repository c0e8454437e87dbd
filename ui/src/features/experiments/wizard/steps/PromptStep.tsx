import { useMemo, useState } from "react";
import type { AssistOrder } from "@/api/types";
import {
  type AssistAction,
  AssistPanel,
  ChangedText,
  changesOf,
  ChoiceList,
  readPrompts,
  readText,
  UnreadableAnswer,
} from "@/features/assists";
import {
  type DraftValues,
  EditorWarnings,
  type EditorMode,
  LengthNote,
  newPartKey,
  PAGE_MODE,
  PromptEditor,
  typingProblems,
  useRendered,
  VariableChips,
} from "@/features/prompts";
import { visibleText } from "@/shared/format/visibleText";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { DiffText } from "@/shared/ui/DiffText";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Verbatim } from "@/shared/ui/Verbatim";
import { type PlanForm, promptText, sentCriteria } from "../wizardForm";
import { GOAL_LEAST, messageAt, PROMPT_LEAST, PROMPT_MOST } from "../planProblems";
import { KnownPrompt } from "./KnownPrompt";
import { StepColumns } from "./StepColumns";
import type { StepProps } from "./stepProps";
import { TestWithExample } from "./TestWithExample";

// One object: a new one would be a new question to the server.
const NO_SAMPLES = {};

export function PromptStep({ project, experiment, form, problems, tried, change, beside }: StepProps) {
  const { content } = form;
  const rendered = useRendered(project.slug, content, NO_SAMPLES);
  const [wrap, setWrap] = useState(true);
  const mode = useMemo<EditorMode>(
    () => ({ ...PAGE_MODE, numbered: true, wrap, onToggleWrap: () => setWrap(!wrap) }),
    [wrap],
  );
  const { shown } = rendered;
  const length = promptText(content).trim().length;
  const problem = messageAt(problems, "content.messages") ?? messageAt(problems, "content.system");
  return (
    <StepColumns
      beside={
        <>
          <AssistPanel project={project.slug} actions={promptActions(experiment.id, form, change)} />
          {beside}
        </>
      }
    >
      <Card aria-label="Prompt" className="overflow-hidden">
        <div className="grid gap-3 border-b border-line px-4 py-3 sm:grid-cols-2">
          <Field
            label="Name of the prompt"
            hint={
              form.prompt
                ? "The next version of this prompt is created when the experiment starts."
                : "The prompt is added to this project when the experiment starts."
            }
          >
            <Input
              value={form.promptName}
              maxLength={100}
              autoComplete="off"
              readOnly={form.prompt !== null}
              placeholder="Support answer"
              onChange={({ target }) => change({ promptName: target.value })}
            />
          </Field>
          <KnownPrompt project={project.slug} form={form} change={change} />
        </div>
        <PromptEditor
          key={form.prompt?.id ?? "own"}
          values={content}
          onChange={(next) => change({ content: next })}
          contract={shown?.contract ?? null}
          typing={typingProblems(content)}
          problems={rendered.problems}
          mode={mode}
          footer={
            <div className="border-t border-line">
              <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
                {shown && shown.variables.length > 0 ? (
                  <div className="flex min-w-0 flex-wrap items-center gap-2 text-xs text-ink-muted">
                    Variables detected: <VariableChips variables={shown.variables} missing={[]} linked={false} />
                  </div>
                ) : (
                  <p className="text-xs text-ink-subtle">
                    No variables. Write <code>{"{{name}}"}</code> to insert the value of a case.
                  </p>
                )}
                <span className="ml-auto flex flex-wrap items-center gap-x-3 text-xs text-ink-subtle">
                  {shown && shown.characters > 0 && (
                    <LengthNote shown={shown} what="The values of cases are not included." short />
                  )}
                  <span
                    aria-label="Length of the prompt"
                    className={cx(
                      (length < PROMPT_LEAST && tried) || length > PROMPT_MOST ? "font-medium text-error" : undefined,
                    )}
                  >
                    {length.toLocaleString("en")} / {PROMPT_MOST.toLocaleString("en")}
                  </span>
                </span>
              </div>
              <EditorWarnings rendered={rendered} onConvert={null} />
              {problem && (tried || length > PROMPT_MOST) && (
                <p role="alert" className="border-t border-line px-3 py-2 text-xs text-error">
                  {problem}
                </p>
              )}
            </div>
          }
        />
      </Card>
      <TestWithExample project={project.slug} experiment={experiment.id} form={form} />
    </StepColumns>
  );
}

/** The message that is improved: the last one a person says. */
function mainMessage(content: DraftValues): number {
  return Math.max(
    0,
    content.messages.findLastIndex(({ role }) => role === "user"),
  );
}

function promptActions(experiment: string, form: PlanForm, change: StepProps["change"]): AssistAction[] {
  const { goal, content } = form;
  const criteria = sentCriteria(form);
  const place = mainMessage(content);
  const text = content.messages[place]?.content ?? "";
  const noGoal = goal.trim().length < GOAL_LEAST ? "Write the objective first" : undefined;
  const take = (next: DraftValues, said: string, done: (said: string, undo: () => void) => void) => {
    change({ content: next });
    done(said, () => change({ content }));
  };
  const rewriting = (
    order: AssistOrder & { kind: "improve_prompt" | "add_constraints" },
    label: string,
    about: string,
  ): AssistAction => ({
    key: order.kind,
    label,
    about,
    order,
    refused: text.trim() === "" ? "Write the prompt first" : undefined,
    look: (result, done) => {
      const read = readText(result);
      const use = () =>
        read &&
        take(
          {
            ...content,
            messages: content.messages.map((one, index) => (index === place ? { ...one, content: read.text } : one)),
          },
          "The prompt was replaced.",
          done,
        );
      return {
        title: label,
        body: read ? (
          <ChangedText changes={changesOf(read.changes)} onUse={use}>
            <DiffText before={text} after={read.text} />
          </ChangedText>
        ) : (
          <UnreadableAnswer />
        ),
      };
    },
  });
  return [
    {
      key: "draft_prompts",
      label: "Draft 3 prompts",
      about: "Structured, conversational, minimal",
      order: { kind: "draft_prompts", experiment, input: { goal, criteria, count: 3 } },
      refused: noGoal,
      look: (result, done) => {
        const read = readPrompts(result);
        const choices = read?.prompts.map(({ name, text: written, system, rationale }) => ({
          title: name,
          body: (
            <>
              {rationale && <p className="mb-2 text-sm wrap-anywhere text-ink-muted">{visibleText(rationale)}</p>}
              {system && (
                <Verbatim label={`System message of ${name}`} className="mb-2 max-h-28 text-xs">
                  {system}
                </Verbatim>
              )}
              <Verbatim label={`Text of ${name}`} className="max-h-56 text-xs">
                {written}
              </Verbatim>
            </>
          ),
          onUse: () =>
            take(
              {
                ...content,
                system: system ?? "",
                messages: [{ key: newPartKey(), role: "user", content: written, toolCalls: "", toolCallId: "" }],
              },
              "The prompt was replaced.",
              done,
            ),
        }));
        return {
          title: "Three prompts to choose from",
          body: choices ? <ChoiceList choices={choices} /> : <UnreadableAnswer />,
        };
      },
    },
    rewriting(
      { kind: "improve_prompt", experiment, input: { text, goal, instruction: "" } },
      "Improve",
      "Clearer wording for the same task",
    ),
    rewriting(
      { kind: "add_constraints", experiment, input: { text, goal, criteria } },
      "Add constraints",
      "Adds the requirements of the rubric to the prompt",
    ),
  ];
}
