/** Default names and texts of new prompts. Pure. */

export const UNTITLED = "Untitled prompt";

/** A task that any model can do at once: no variables, so that it runs without a dataset. */
export const STARTER =
  "Write a warm welcome for someone who has just joined our book club.\nMention tea, and keep it under 60 words.";

/** Two prompts of a project never have the same name, whatever their case. */
export function freeName(taken: readonly string[], wanted = UNTITLED): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}
