export { fewPromptsQuery, PROMPT_KINDS, type PromptFilter, promptQuery, promptsKey } from "./api";
export { type PromptDraft, usePromptDraft } from "./draft/usePromptDraft";
export { PromptEditor, type PromptEditorProps } from "./editor/PromptEditor";
export { type PromptList, reducePrompts, stalePrompts } from "./events";
export type { PromptPlace } from "./place";
