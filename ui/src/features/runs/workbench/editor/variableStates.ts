/** Which variables a run could not fill, and why, in words. Pure. */

export interface VariableState {
  name: string;
  missing: boolean;
}

/** `columns` is null while the columns of the dataset are unknown, or without a dataset. */
export function statesOf(variables: readonly string[], columns: readonly string[] | null): VariableState[] {
  return variables.map((name) => ({ name, missing: columns !== null && !columns.includes(name) }));
}

/** Null when there is nothing to say. */
export function reasonFor(
  states: readonly VariableState[],
  dataset: string | null,
): { tone: "error" | "hint"; words: string } | null {
  if (states.length === 0) return null;
  if (dataset === null)
    return { tone: "hint", words: `A run needs a dataset with ${columnWords(states.map(({ name }) => name))}.` };
  const missing = states.filter((state) => state.missing).map(({ name }) => name);
  if (missing.length === 0) return null;
  const them = missing.length === 1 ? "it" : "them";
  return {
    tone: "error",
    words:
      `“${dataset}” has no ${columnWords(missing)}. ` +
      `Add ${them} to the dataset, or remove ${them} from the prompt.`,
  };
}

function columnWords(names: readonly string[]): string {
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  return names.length === 1 ? `column ${list}` : `columns ${list}`;
}
