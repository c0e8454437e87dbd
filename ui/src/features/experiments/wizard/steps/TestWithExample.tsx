import { useQuery } from "@tanstack/react-query";
import { FlaskConical, X } from "lucide-react";
import { useState } from "react";
import { assistCostText, AssistPrice, readOutput, useAssist } from "@/features/assists";
import { firstCasesQuery, valueText } from "@/features/datasets";
import { toContent } from "@/features/prompts";
import { type ChosenModel, ModelPicker } from "@/features/runs";
import { formatTokens } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Verbatim } from "@/shared/ui/Verbatim";
import { type PlanForm, promptText, variablesOf } from "../wizardForm";

interface TestWithExampleProps {
  project: string;
  experiment: string;
  form: PlanForm;
}

/** The prompt as it stands, with one case, answered by one model. */
export function TestWithExample({ project, experiment, form }: TestWithExampleProps) {
  const [open, setOpen] = useState(false);
  return (
    <Card aria-label="Test with an example" className="px-4 py-2.5">
      <Disclosure
        label="Test with an example"
        open={open}
        onOpenChange={setOpen}
        summary="one case, one model, before the experiment begins"
      >
        <Trial project={project} experiment={experiment} form={form} />
      </Disclosure>
    </Card>
  );
}

function Trial({ project, experiment, form }: TestWithExampleProps) {
  const talk = useAssist(project);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [model, setModel] = useState<ChosenModel | null>(null);
  const first = useQuery({ ...firstCasesQuery(project, form.dataset ?? "", 1), enabled: form.dataset !== null }).data
    ?.items[0];
  const names = variablesOf(form.content);
  const values = Object.fromEntries(names.map((name) => [name, typed[name] ?? valueText(first?.values[name])]));
  const empty = promptText(form.content).trim() === "";
  const order = {
    kind: "test_prompt" as const,
    experiment,
    input: { content: toContent(form.content), values, ...(model ? { model: model.id } : {}) },
  };
  const { assist } = talk;
  const answer = assist?.state === "done" ? readOutput(assist.result) : null;
  return (
    <div className="flex flex-col gap-3 pb-2">
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name) => (
          <Field key={name} label={`{{${name}}}`}>
            <Textarea
              rows={2}
              value={values[name] ?? ""}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              className="field-sizing-content max-h-40 min-h-9 text-sm"
            />
          </Field>
        ))}
        <Field label="Model that answers" hint="If you choose none, Edison chooses a good, inexpensive model.">
          <ModelPicker project={project} label="Model that answers" chosen={model} onChoose={setModel} />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          loading={talk.busy}
          disabled={empty}
          onClick={() => talk.ask("test_prompt", order)}
        >
          {!talk.busy && <FlaskConical aria-hidden />} Run once
        </Button>
        {talk.busy ? (
          <Button variant="ghost" size="sm" onClick={talk.cancel}>
            <X aria-hidden /> Cancel
          </Button>
        ) : (
          <AssistPrice project={project} order={order} off={empty} />
        )}
      </div>
      {talk.problem && (
        <Notice tone="error" alert>
          {talk.problem}
        </Notice>
      )}
      {answer && assist && (
        <div role="status">
          <Verbatim label="Answer of the model" className="max-h-80 text-sm">
            {answer.output}
          </Verbatim>
          <p className="mt-1 text-xs text-ink-subtle">
            {assist.model_name}, {assistCostText(assist)}, {formatTokens(assist.tokens)} tokens
          </p>
        </div>
      )}
    </div>
  );
}
