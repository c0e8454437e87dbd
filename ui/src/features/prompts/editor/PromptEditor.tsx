/** The editor of a prompt: one tab for each part of what is sent. It keeps nothing itself, so that any screen can use it. */
import { Tabs } from "radix-ui";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import type { ContractKind, PromptProblem } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { TabTrigger } from "@/shared/ui/TabTrigger";
import type { DraftValues, TypingProblems } from "../draft/content";
import { FewShotsTab } from "./FewShotsTab";
import { MessagesTab } from "./MessagesTab";
import { OutputTab } from "./OutputTab";
import { ParametersTab } from "./ParametersTab";
import { type EditorTab, TABS, tabOf, troubledTabs } from "./parts";
import { SystemTab } from "./SystemTab";
import type { TabProps } from "./tabProps";
import { ToolsTab } from "./ToolsTab";

export interface PromptEditorProps {
  values: DraftValues;
  onChange: (values: DraftValues) => void;
  /** Focus left a field: the moment to save. */
  onLeave?: () => void;
  readOnly?: boolean;
  /** What the answer must look like, as the server found it. */
  contract?: ContractKind | null;
  /** What cannot be sent as it is typed. */
  typing?: TypingProblems;
  /** What the server has to say about it. */
  problems?: readonly PromptProblem[];
  /** Stands below the tabs, such as counts and variables. */
  footer?: ReactNode;
}

export function PromptEditor({ values, onChange, onLeave, readOnly = false, contract = null, typing = {}, problems = [], footer }: PromptEditorProps) {
  const [tab, setTab] = useState<EditorTab>("messages");
  const troubled = troubledTabs(typing, problems);
  const shared: TabProps = {
    values,
    set: (part) => onChange({ ...values, ...part }),
    readOnly,
    problemAt: (field) => typing[field] ?? problems.find((problem) => problem.field === field)?.message,
  };
  const leave = (event: FocusEvent) => {
    if (!readOnly && event.target instanceof HTMLElement) onLeave?.();
  };
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onLeave?.();
  };
  const content: Record<EditorTab, ReactNode> = {
    messages: <MessagesTab {...shared} />,
    system: <SystemTab {...shared} />,
    few_shots: <FewShotsTab {...shared} />,
    tools: <ToolsTab {...shared} />,
    output: <OutputTab {...shared} contract={contract} />,
    parameters: <ParametersTab {...shared} typing={typing} />,
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to what happens in the fields inside
    <div onBlur={leave} onKeyDown={saveByKey} className="flex min-w-0 flex-col">
      <Tabs.Root value={tab} onValueChange={(next) => setTab(tabOf(next))} className="min-w-0">
        <Tabs.List aria-label="Parts of the prompt" className="flex gap-0.5 overflow-x-auto border-b border-line px-2">
          {TABS.map(({ value, label, summary }) => (
            <TabTrigger key={value} value={value} label={label} summary={summary(values, contract)}>
              {troubled.has(value) && <span className="size-1.5 rounded-full bg-error-mark"><span className="sr-only">, needs attention</span></span>}
            </TabTrigger>
          ))}
        </Tabs.List>
        {TABS.map(({ value }) => (
          <Tabs.Content key={value} value={value} tabIndex={-1} className={cx("focus:outline-none", value === "messages" ? "" : "p-4")}>
            {content[value]}
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {footer}
    </div>
  );
}
