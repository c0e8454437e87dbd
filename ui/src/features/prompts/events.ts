/** What a project event means for the prompts we have in the cache. Pure. */
import type { InfiniteData } from "@tanstack/react-query";
import type { ProjectEvent, Prompt, PromptPage } from "@/api/types";
import { promptKey, promptsKey } from "./api";

export type PromptList = InfiniteData<PromptPage, string | null>;

interface Facts {
  id?: string;
  name?: string;
  revision?: number;
}

const OF_PROMPTS = new Set(["prompt.created", "prompt.changed", "prompt.removed", "version.saved", "label.moved"]);

/** A removed prompt leaves the list at once, a new name shows at once. */
export function reducePrompts(list: PromptList, event: ProjectEvent): PromptList {
  const { id, name } = event.data as Facts;
  const pages = (change: (items: PromptPage["items"]) => PromptPage["items"]) => ({
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
  });
  switch (event.type) {
    case "prompt.removed":
      return pages((items) => items.filter((prompt) => prompt.id !== id));
    case "prompt.changed":
      return pages((items) =>
        items.map((prompt) => (prompt.id === id && name ? { ...prompt, name, updated_at: event.at } : prompt)),
      );
    default:
      return list;
  }
}

/** What has to be read again: texts, versions and labels are not in the events. */
export function stalePrompts(project: string, event: ProjectEvent): (readonly unknown[])[] {
  if (!OF_PROMPTS.has(event.type)) return [];
  const { id } = event.data as Facts;
  return [promptsKey(project), ...(id ? [promptKey(project, id)] : [])];
}

/** Who made the revision that stands in the way, from the newest events; null if none of them tells. */
export function whoChanged(
  events: readonly ProjectEvent[],
  prompt: Pick<Prompt, "id" | "revision">,
): ProjectEvent["actor"] | null {
  const found = events.find(({ type, data }) => {
    const { id, revision } = data as Facts;
    return (
      id === prompt.id && (type === "version.saved" || (type === "prompt.changed" && revision === prompt.revision))
    );
  });
  return found?.actor ?? null;
}
