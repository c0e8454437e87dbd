/** Single braces, as other tools write them, become variables in every text of a draft. */
import { notify } from "@/shared/ui/notify";
import { convertTexts } from "../promptMutations";
import { textsOf, withTexts } from "./draftContent";
import type { PromptDraft } from "./usePromptDraft";

export async function convertDraft(project: string, draft: PromptDraft): Promise<void> {
  try {
    draft.change(withTexts(draft.values, await convertTexts(project, textsOf(draft.values))));
    await draft.save();
  } catch (error) {
    notify.failure(error);
  }
}
