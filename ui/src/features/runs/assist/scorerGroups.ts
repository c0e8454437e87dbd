/** Scorers by what they are for: people look for a purpose, not for a name. Pure. */

const GROUPS: readonly { title: string; kinds: readonly string[] }[] = [
  {
    title: "Compare with the expected answer",
    kinds: [
      "exact",
      "contains",
      "numeric_tolerance",
      "field_match",
      "semantic_similarity",
      "embedding_similarity",
      "word_overlap",
      "rouge_l",
      "bleu",
      "edit_distance",
      "tool_calls",
    ],
  },
  { title: "Check the format", kinds: ["json_valid", "json_schema", "length", "regex", "python_check"] },
  { title: "Judge the content", kinds: ["judge", "grader", "pairwise"] },
  { title: "Check safety", kinds: ["pii", "injection", "jailbreak", "toxicity", "moderation"] },
  { title: "Limit latency and cost", kinds: ["latency", "cost"] },
];
const OTHER = "Other";

export function groupOf(kind: string): string {
  return GROUPS.find(({ kinds }) => kinds.includes(kind))?.title ?? OTHER;
}

/** The same items in the order of the groups; within a group the usual one comes first. */
export function byGroup<Item extends { kind: string }>(items: readonly Item[]): { title: string; items: Item[] }[] {
  const known = GROUPS.map(({ title, kinds }) => ({
    title,
    items: kinds.flatMap((kind) => items.filter((item) => item.kind === kind)),
  }));
  const rest = items.filter(({ kind }) => groupOf(kind) === OTHER);
  return [...known, { title: OTHER, items: rest }].filter((group) => group.items.length > 0);
}
