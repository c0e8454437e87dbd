/** The tabs of the editor, and what each says about itself while it is closed. Pure. */
import type { ContractKind, PromptProblem } from "@/api/types";
import type { DraftValues, TypingProblems } from "../draft/draftContent";
import { CONTRACT_NAMES } from "../promptPhrasing";

export type EditorTab = "messages" | "system" | "few_shots" | "tools" | "output" | "parameters";

interface TabSpec {
  value: EditorTab;
  label: string;
  summary: (values: DraftValues, contract: ContractKind | null) => string | null;
}

const count = (items: readonly unknown[], most = 0) => (items.length > most ? String(items.length) : null);

export const TABS: readonly TabSpec[] = [
  { value: "messages", label: "Prompt", summary: ({ messages }) => count(messages, 1) },
  { value: "system", label: "System", summary: ({ system }) => (system.trim() ? "set" : null) },
  { value: "few_shots", label: "Few-shots", summary: ({ fewShots }) => count(fewShots) },
  { value: "tools", label: "Tools", summary: ({ tools }) => count(tools) },
  { value: "output", label: "Output", summary: (_, contract) => (contract ? CONTRACT_NAMES[contract] : null) },
  {
    value: "parameters",
    label: "Parameters",
    summary: ({ parameters }) => count(Object.values(parameters).filter((typed) => typed.trim() !== "")),
  },
];

export function tabOf(value: string): EditorTab {
  return TABS.find((tab) => tab.value === value)?.value ?? "messages";
}

/** The tabs with problems. An empty prompt is not marked. */
export function troubledTabs(typing: TypingProblems, problems: readonly PromptProblem[]): ReadonlySet<EditorTab> {
  const fields = [...Object.keys(typing), ...problems.map(({ field }) => field)].filter(
    (field) => field !== "messages",
  );
  return new Set(
    TABS.map(({ value }) => value).filter((tab) =>
      fields.some((field) => field === tab || field.startsWith(`${tab}.`)),
    ),
  );
}
