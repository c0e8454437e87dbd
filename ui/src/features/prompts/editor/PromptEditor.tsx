/**
 * The editor of a prompt: one tab for each part of what is sent. It keeps nothing itself,
 * so that any screen can use it.
 */
import { Tabs } from "radix-ui";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import type { ContractKind, PromptProblem } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { TabTrigger } from "@/shared/ui/TabTrigger";
import type { DraftValues, TypingProblems } from "../draft/draftContent";
import { FewShotsTab } from "./FewShotsTab";
import { EditorModeProvider, type EditorMode, PAGE_MODE } from "./editorMode";
import { MessagesTab } from "./MessagesTab";
import { OutputTab } from "./OutputTab";
import { ParametersTab } from "./ParametersTab";
import { type EditorTab, TABS, tabOf, troubledTabs } from "./editorTabs";
import { SystemTab } from "./SystemTab";
import type { TabProps } from "./tabProps";
import { ToolsTab } from "./ToolsTab";

/** Says that there is more to the right, without a bar below. */
const FADING = cx(
  "[scrollbar-width:none]",
  "@max-[21rem]:pr-6 @max-[21rem]:[mask-image:linear-gradient(to_right,black_calc(100%-24px),transparent)]",
);

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
  mode?: EditorMode;
}

export function PromptEditor({
  values,
  onChange,
  onLeave,
  readOnly = false,
  contract = null,
  typing = {},
  problems = [],
  footer,
  mode = PAGE_MODE,
}: PromptEditorProps) {
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
  const { fill } = mode;
  return (
    <EditorModeProvider value={mode}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions --
          it only listens to what happens in the fields inside */}
      <div onBlur={leave} onKeyDown={saveByKey} className={cx("flex min-w-0 flex-col", fill && "min-h-0 flex-1")}>
        <Tabs.Root
          value={tab}
          onValueChange={(next) => setTab(tabOf(next))}
          className={cx("min-w-0", fill && "flex min-h-0 flex-1 flex-col")}
        >
          <div className="shrink-0 border-b border-line">
            <Tabs.List
              aria-label="Parts of the prompt"
              className={cx(
                "-mb-px flex gap-0.5 overflow-x-auto px-2",
                fill && `@max-[30rem]:gap-0 @max-[30rem]:px-1.5 ${FADING}`,
              )}
            >
              {TABS.map(({ value, label, summary }) => (
                <TabTrigger key={value} value={value} label={label} summary={summary(values, contract)} dense={fill}>
                  {troubled.has(value) && (
                    <span className="size-1.5 rounded-full bg-error-mark">
                      <span className="sr-only">, needs attention</span>
                    </span>
                  )}
                </TabTrigger>
              ))}
            </Tabs.List>
          </div>
          <div className={fill ? "relative flex min-h-48 flex-1 flex-col" : "contents"}>
            {TABS.map(({ value }) => (
              <Tabs.Content
                key={value}
                value={value}
                tabIndex={-1}
                className={cx(
                  "focus:outline-none",
                  value !== "messages" && "p-4",
                  fill
                    ? "min-h-0 flex-1 overflow-y-auto [container-type:size] data-[state=inactive]:hidden"
                    : "@container",
                )}
              >
                {content[value]}
              </Tabs.Content>
            ))}
          </div>
        </Tabs.Root>
        {footer}
      </div>
    </EditorModeProvider>
  );
}
