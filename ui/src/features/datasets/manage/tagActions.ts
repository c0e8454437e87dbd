/** Actions on tags, and a preview of their effect. Pure. */
import { countOf } from "@/shared/format/quantities";

export interface TagAction {
  action: "rename" | "merge" | "remove";
  tags: readonly string[];
  /** The new name; nothing when they are removed. */
  to?: string;
}

export interface TagCount {
  tag: string;
  cases: number;
}

export const MOST_TAGS_AT_ONCE = 50;

/** Renaming to a tag that is there is merging with it. */
export function tagActionOf(tags: readonly string[], typed: string, known: readonly TagCount[]): TagAction | null {
  const to = typed.trim();
  const [only] = tags;
  if (!to || only === undefined || (tags.length === 1 && only === to)) return null;
  const there = known.some(({ tag }) => tag === to);
  return tags.length === 1 && !there ? { action: "rename", tags, to } : { action: "merge", tags, to };
}

/** In words, before anything happens. A case that has several of the tags is counted for each. */
export function tagActionSentence(
  { action, tags, to }: TagAction,
  known: readonly TagCount[],
  version: number,
): string {
  const cases = known.filter(({ tag }) => tags.includes(tag)).reduce((all, one) => all + one.cases, 0);
  const where = tags.length === 1 ? countOf(cases, "case") : `up to ${countOf(cases, "case")}`;
  const named = tags.map((tag) => `“${tag}”`).join(", ");
  const next = `This creates version ${version + 1}; version ${version} keeps the old tags.`;
  if (action === "remove") return `Removes ${named} from ${where}. The cases are kept. ${next}`;
  return action === "rename"
    ? `Renames ${named} to “${to ?? ""}” on ${where}. ${next}`
    : `Replaces ${named} with “${to ?? ""}” on ${where}. ${next}`;
}

export function matchingTags(known: readonly TagCount[], typed: string): TagCount[] {
  const word = typed.trim().toLowerCase();
  return known.filter(({ tag }) => tag.toLowerCase().includes(word));
}
