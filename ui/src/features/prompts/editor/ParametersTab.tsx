import { ParameterFields } from "@/features/models/playground";
import type { TypingProblems } from "../draft/draftContent";
import type { TabProps } from "./tabProps";

export function ParametersTab({ values, set, readOnly, typing }: TabProps & { typing: TypingProblems }) {
  const problems = Object.fromEntries(
    Object.entries(typing).flatMap(([field, words]) =>
      field.startsWith("parameters.") ? [[field.slice("parameters.".length), words]] : [],
    ),
  );
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-muted">
        What a call of this prompt starts from. What is not set is not sent; a run may set its own.
      </p>
      <ParameterFields
        model={null}
        values={values.parameters}
        problems={problems}
        disabled={readOnly}
        onChange={(parameters) => set({ parameters })}
      />
    </div>
  );
}
