import { Plus } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { newFewShot } from "../draft/draftContent";
import { CodeField } from "./CodeField";
import { ItemActions } from "./ItemActions";
import { moved, replaced, without } from "./listEdits";
import type { TabProps } from "./tabProps";

const MOST = 10;

export function FewShotsTab({ values, set, readOnly, problemAt }: TabProps) {
  const { fewShots } = values;
  const add = !readOnly && fewShots.length < MOST && (
    <Button variant="secondary" size="sm" onClick={() => set({ fewShots: [...fewShots, newFewShot()] })}>
      <Plus aria-hidden /> Add example
    </Button>
  );
  if (fewShots.length === 0) {
    return (
      <EmptyState title="No examples" action={add || undefined}>
        Show the model a question and the answer you want. They are sent before the prompt, in this order; at most{" "}
        {MOST}.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {fewShots.map((shot, index) => {
        const what = `example ${index + 1}`;
        return (
          <div
            key={shot.key}
            role="group"
            aria-label={`Example ${index + 1}`}
            className="rounded-md border border-line bg-surface p-3"
          >
            <div className="mb-1 flex min-h-7 items-center">
              <span className="text-sm font-medium text-ink">Example {index + 1}</span>
              {!readOnly && (
                <ItemActions
                  what={what}
                  index={index}
                  count={fewShots.length}
                  onMove={(by) => set({ fewShots: moved(fewShots, index, by) })}
                  onRemove={() => set({ fewShots: without(fewShots, index) })}
                />
              )}
            </div>
            <div className="grid gap-3 @2xl:grid-cols-2">
              {(["user", "assistant"] as const).map((role) => (
                <div key={role} className="flex min-w-0 flex-col gap-1.5">
                  <span aria-hidden className="text-xs text-ink-subtle">
                    {role === "user" ? "Question" : "Answer"}
                  </span>
                  <CodeField
                    label={`${role === "user" ? "Question" : "Answer"} of ${what}`}
                    value={shot[role]}
                    onChange={(text) => set({ fewShots: replaced(fewShots, index, { [role]: text }) })}
                    readOnly={readOnly}
                    minHeight="5rem"
                  />
                </div>
              ))}
            </div>
            <ProblemLine text={problemAt(`few_shots.${index}`)} />
          </div>
        );
      })}
      <div>{add}</div>
    </div>
  );
}
