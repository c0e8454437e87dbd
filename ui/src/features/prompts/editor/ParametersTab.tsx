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
        Default parameters for calls of this prompt. Parameters that are not set are not sent; a run can override them.
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
