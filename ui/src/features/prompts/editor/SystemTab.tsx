import { ProblemLine } from "@/shared/ui/ProblemLine";
import { CodeField } from "./CodeField";
import { useEditorMode } from "./editorMode";
import type { TabProps } from "./tabProps";

export function SystemTab({ values, set, readOnly, problemAt }: TabProps) {
  const { fill } = useEditorMode();
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-muted">
        Defines the role of the model and how it should answer. Sent before all other messages; not sent if empty.
      </p>
      <CodeField
        label="System message"
        value={values.system}
        onChange={(system) => set({ system })}
        readOnly={readOnly}
        invalid={problemAt("system") !== undefined}
        placeholder="You are a careful support agent for {{product}}…"
        minHeight={fill ? "max(10rem, 100cqh - 9rem)" : "14rem"}
      />
      <ProblemLine text={problemAt("system")} />
    </div>
  );
}
