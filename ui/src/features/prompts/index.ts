export {
  fewPromptsQuery,
  PROMPT_KINDS,
  type PromptFilter,
  promptKey,
  promptQuery,
  promptsKey,
  versionListQuery,
  versionQuery,
} from "./api";
export { useCreatePrompt, useDuplicatePrompt, useMoveLabel, useRestoreVersion } from "./promptMutations";
export { PromptConflictNotice } from "./PromptConflictNotice";
export {
  type ContentBody,
  contentOf,
  type DraftValues,
  newKey as newPartKey,
  toContent,
  typingProblems,
  valuesOf,
} from "./draft/draftContent";
export { convertDraft } from "./draft/convertDraft";
export { keepOpenDraft, type PromptDraft, usePromptDraft } from "./draft/usePromptDraft";
export { DraftStatus } from "./DraftStatus";
export { type EditorMode, PAGE_MODE } from "./editor/editorMode";
export { type FailingCells, ImproveDialog } from "./improve/ImproveDialog";
export { PromptEditor, type PromptEditorProps } from "./editor/PromptEditor";
export { type PromptList, reducePrompts, stalePrompts } from "./events";
export type { PromptUrlState } from "./promptUrlState";
export { EditorWarnings, LengthNote } from "./preview/EditorFooter";
export { VariableChips } from "./preview/VariableChips";
export { type Rendered, useRendered } from "./preview/useRendered";
export { DeletePromptQuestion } from "./PromptDialogs";
export { RenameField } from "./RenameField";
export { CodeField } from "./editor/CodeField";
export { compareQuery } from "./api";
export { ComparedParts, LayoutChoice } from "./versions/ComparedParts";
export { type DiffLayout, DiffView } from "./versions/DiffView";
export { compareValues } from "./versions/draftDiff";
export { MakeProduction } from "./versions/MakeProduction";
export { useDiffLayout } from "./versions/useDiffLayout";
export { WritePromptDialog } from "./WritePromptDialog";
export { CONTRACT_MEANINGS, CONTRACT_NAMES, KIND_NAMES } from "./promptPhrasing";
