/** What the columns of a file are for, as the wizard holds it. Pure. */

export const TARGETS = ["variable", "expected", "tags", "difficulty", "split", "metadata", "ignore"] as const;
export type Target = (typeof TARGETS)[number];

export interface ColumnUse {
  target: Target;
  /** Of the variable, or the key in the metadata. */
  name?: string | null;
  /** The cells hold JSON. */
  json: boolean;
}

export type Mapping = Record<string, ColumnUse>;

export const TARGET_NAMES: Record<Target, string> = {
  variable: "Variable",
  expected: "Expected",
  tags: "Tags",
  difficulty: "Difficulty",
  split: "Split",
  metadata: "Metadata",
  ignore: "Leave out",
};

export const TARGET_HINTS: Record<Target, string> = {
  variable: "A value that prompts can use",
  expected: "The answer you expect",
  tags: "Separated by commas, or a JSON list",
  difficulty: "A whole number from 1 to 5",
  split: "train or holdout",
  metadata: "Kept with the case, unseen by prompts",
  ignore: "This column is not imported",
};

/** Only one column can be each of these. */
const SINGLE: ReadonlySet<Target> = new Set(["expected", "difficulty", "split"]);

export function withTarget(mapping: Mapping, column: string, target: Target): Mapping {
  const use = mapping[column] ?? { target: "ignore", json: false };
  const name =
    target === "variable" ? use.name || bareName(column) : target === "metadata" ? column.slice(0, 100) : null;
  return { ...mapping, [column]: { target, name, json: target === "variable" && use.json } };
}

export function withName(mapping: Mapping, column: string, name: string): Mapping {
  const use = mapping[column];
  return use ? { ...mapping, [column]: { ...use, name } } : mapping;
}

/** A name that a prompt can write between braces. */
export function bareName(column: string): string {
  return (
    column
      .replace(/[^\p{L}\p{N}_]+/gu, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 100) || "column"
  );
}

/** What stands in the way of an import, by column; under "" what concerns none of them. */
export function mappingProblems(mapping: Mapping): Record<string, string> {
  const problems: Record<string, string> = {};
  const seen = new Map<string, string>();
  let variables = 0;
  for (const [column, { target, name }] of Object.entries(mapping)) {
    if (target === "variable") variables++;
    if (target === "variable" && !name?.trim()) {
      problems[column] = "Name is required";
      continue;
    }
    const what =
      target === "variable" || target === "metadata" ? `${target} ${name ?? ""}` : SINGLE.has(target) ? target : null;
    if (what === null) continue;
    const other = seen.get(what);
    if (other !== undefined) problems[column] = `“${other}” is already used for this`;
    else seen.set(what, column);
  }
  if (variables === 0) problems[""] = "Make at least one column a variable.";
  return problems;
}

/** How many columns go where, for those who only want to glance. */
export function summary(mapping: Mapping): string {
  const count = (target: Target) => Object.values(mapping).filter((use) => use.target === target).length;
  const rest = TARGETS.filter((target) => !["variable", "ignore"].includes(target) && count(target) > 0).map((target) =>
    TARGET_NAMES[target].toLowerCase(),
  );
  const left = count("ignore");
  return [
    `${count("variable")} ${count("variable") === 1 ? "variable" : "variables"}`,
    ...rest,
    ...(left > 0 ? [`${left} left out`] : []),
  ].join(", ");
}
