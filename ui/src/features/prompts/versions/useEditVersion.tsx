/** Editing a version: its text becomes the draft, and what is saved next comes from it. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Prompt, PromptVersion } from "@/api/types";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { versionQuery } from "../api";
import { sameContent, valuesOf } from "../draft/draftContent";
import type { PromptDraft } from "../draft/usePromptDraft";
import type { PromptUrlState } from "../promptUrlState";

interface Editing {
  edit: (number: number) => void;
  /** Asks before a draft is lost that is in no version. */
  question: ReactNode;
}

export function useEditVersion(
  project: string,
  prompt: Prompt,
  draft: PromptDraft,
  onPlace: (place: PromptUrlState) => void,
): Editing {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<PromptVersion | null>(null);
  const take = (version: PromptVersion) => {
    draft.change(valuesOf(version.content));
    void draft.save();
    setAsked(null);
    onPlace(version.number === prompt.latest ? {} : { from: version.number });
  };
  const edit = async (number: number) => {
    const version = await cache.fetchQuery({
      ...versionQuery(project, prompt.id, number),
      staleTime: Number.POSITIVE_INFINITY,
    });
    const unsaved = draft.dirty || !draft.current().clean;
    if (unsaved && !sameContent(valuesOf(version.content), draft.values)) setAsked(version);
    else take(version);
  };
  return {
    edit: (number) => void edit(number).catch(notify.failure),
    question: asked && (
      <ConfirmDialog
        open
        onOpenChange={() => setAsked(null)}
        title={`Edit version ${asked.number}?`}
        description={
          "The text of this version replaces the draft. " +
          "The draft has changes that are not in any version: save a version first to keep them."
        }
        confirmLabel={`Edit version ${asked.number}`}
        danger
        onConfirm={() => take(asked)}
      />
    ),
  };
}
