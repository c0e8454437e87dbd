import { Plus } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { newTool } from "../draft/draftContent";
import { CodeField } from "./CodeField";
import { ItemActions } from "./ItemActions";
import { moved, replaced, without } from "./listEdits";
import type { TabProps } from "./tabProps";

const MOST = 50;

export function ToolsTab({ values, set, readOnly, problemAt }: TabProps) {
  const { tools } = values;
  const add = !readOnly && tools.length < MOST && (
    <Button variant="secondary" size="sm" onClick={() => set({ tools: [...tools, newTool()] })}>
      <Plus aria-hidden /> Add tool
    </Button>
  );
  if (tools.length === 0) {
    return (
      <EmptyState title="No tools" action={add || undefined}>
        Describe functions that the model may call. Edison records the calls, but does not run the functions.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {tools.map((tool, index) => {
        const problem = problemAt(`tools.${index}.parameters`);
        return (
          <div
            key={tool.key}
            role="group"
            aria-label={`Tool ${index + 1}`}
            className="flex flex-col gap-3 rounded-md border border-line bg-surface p-3"
          >
            <div className="flex min-h-7 items-center">
              <span className="truncate text-sm font-medium text-ink">{tool.name || `Tool ${index + 1}`}</span>
              {!readOnly && (
                <ItemActions
                  what={`tool ${index + 1}`}
                  index={index}
                  count={tools.length}
                  onMove={(by) => set({ tools: moved(tools, index, by) })}
                  onRemove={() => set({ tools: without(tools, index) })}
                />
              )}
            </div>
            <div className="grid gap-3 @lg:grid-cols-[14rem_minmax(0,1fr)]">
              <Field label="Name" required error={problemAt(`tools.${index}.name`)}>
                <Input
                  value={tool.name}
                  maxLength={64}
                  readOnly={readOnly}
                  spellCheck={false}
                  autoComplete="off"
                  placeholder="look_up_order"
                  onChange={(event) => set({ tools: replaced(tools, index, { name: event.target.value }) })}
                  className="font-mono text-sm"
                />
              </Field>
              <Field label="Description" error={problemAt(`tools.${index}.description`)}>
                <Input
                  value={tool.description}
                  readOnly={readOnly}
                  placeholder="When to use the tool and what it returns"
                  onChange={(event) => set({ tools: replaced(tools, index, { description: event.target.value }) })}
                />
              </Field>
            </div>
            <div className="flex flex-col gap-1.5">
              <span aria-hidden className="text-sm font-medium text-ink">
                Parameters <span className="font-normal text-ink-subtle">JSON schema</span>
              </span>
              <CodeField
                label={`Parameters of tool ${index + 1}, JSON schema`}
                language="json"
                value={tool.parameters}
                onChange={(parameters) => set({ tools: replaced(tools, index, { parameters }) })}
                readOnly={readOnly}
                invalid={problem !== undefined}
              />
              <ProblemLine text={problem} />
            </div>
          </div>
        );
      })}
      <div>{add}</div>
    </div>
  );
}
