import { useState } from "react";
import type { Model } from "@/api/types";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { type PlaygroundProblems, type PlaygroundValues, parameterSummary } from "./playgroundBody";
import { ParameterFields } from "./ParameterFields";

interface PlaygroundFieldsProps {
  model: Model;
  values: PlaygroundValues;
  problems: PlaygroundProblems;
  onChange: (values: PlaygroundValues) => void;
}

export function PlaygroundFields({ model, values, problems, onChange }: PlaygroundFieldsProps) {
  const [system, setSystem] = useState(false);
  const [parameters, setParameters] = useState(false);
  const set = (part: Partial<PlaygroundValues>) => onChange({ ...values, ...part });
  const { prompt: _, schema: __, ...refused } = problems;
  return (
    <>
      <Disclosure label="System" open={system} onOpenChange={setSystem} summary={values.system || "No system message"}>
        <Textarea
          aria-label="System"
          rows={3}
          value={values.system}
          onChange={(event) => set({ system: event.target.value })}
          placeholder="Role of the model and how it should answer"
          className="font-mono text-sm"
        />
      </Disclosure>
      <Field label="Prompt" error={problems.prompt}>
        <Textarea
          rows={5}
          required
          value={values.prompt}
          onChange={(event) => set({ prompt: event.target.value })}
          placeholder="Ask something"
          className="min-h-28 resize-y font-mono text-sm"
        />
      </Field>
      <Disclosure
        label="Parameters"
        open={parameters || Object.keys(refused).length > 0}
        onOpenChange={setParameters}
        summary={parameterSummary(values.parameters) || "The model's own defaults"}
      >
        <ParameterFields
          model={model}
          values={values.parameters}
          problems={problems}
          onChange={(changed) => set({ parameters: changed })}
        />
      </Disclosure>
      {values.output === "schema" && (
        <Field label="JSON schema" required error={problems.schema}>
          <Textarea
            rows={6}
            value={values.schema}
            spellCheck={false}
            onChange={(event) => set({ schema: event.target.value })}
            placeholder={
              '{"type": "object", "properties": {"answer": {"type": "string"}}, ' +
              '"required": ["answer"], "additionalProperties": false}'
            }
            className="font-mono text-xs"
          />
        </Field>
      )}
    </>
  );
}
