/** The draft of a prompt, saved under the revision it was written on. */
import type { Prompt } from "@/api/types";
import { DraftStore } from "@/shared/drafts/draftStore";
import { hasCode } from "@/shared/http/apiError";
import { type ContentBody, type DraftValues, sameContent, toContent, typingProblems, valuesOf } from "./draftContent";

export type PromptDraftStore = DraftStore<Prompt, DraftValues>;

interface PromptDraftWire {
  send: (content: ContentBody, revision: number) => Promise<Prompt>;
  read: () => Promise<Prompt>;
}

export function createPromptDraft(prompt: Prompt, { send, read }: PromptDraftWire): PromptDraftStore {
  return new DraftStore<Prompt, DraftValues>(prompt, {
    valuesOf: ({ draft }) => valuesOf(draft),
    isUnchanged: (values, { draft }) => sameContent(values, valuesOf(draft)),
    problemsOf: typingProblems,
    isConflict: (error) => hasCode(error, "EDIT_CONFLICT"),
    send: (values, { revision }) => send(toContent(values), revision),
    read,
  });
}
