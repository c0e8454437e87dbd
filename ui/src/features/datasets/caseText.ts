/** A case as text: what a cell shows, what a form holds, what two wordings differ in. Pure. */
import type { Case, CaseContent, CaseHistory, CaseValue } from "@/api/types";
import { fileName } from "@/shared/format/fileFacts";
import { DIFFICULTY_WORDS, SPLIT_NAMES } from "./datasetKinds";

/** One line or more for a cell of the table. */
export function valueText(value: CaseValue | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if ("file" in value) return fileName(value);
  return value.messages.map((message) => `${message.role}: ${message.content}`).join("\n");
}

/** Names of all values to show: those of the dataset first, then what only this case has. */
export function namesOf(columns: readonly string[], values: CaseContent["values"]): string[] {
  return [...new Set([...columns, ...Object.keys(values)])];
}

export interface Difference {
  /** The name of a value, or what else of a case. */
  field: string;
  before: string;
  after: string;
}

export type Wording = Pick<CaseContent, "values" | "expected" | "tags" | "difficulty" | "metadata" | "split">;

/** What changed between two wordings, part by part; what stayed is left out. */
export function differences(columns: readonly string[], before: Wording, after: Wording): Difference[] {
  const names = namesOf(columns, { ...before.values, ...after.values });
  const parts: Difference[] = [
    ...names.map((name) => ({
      field: name,
      before: valueText(before.values[name]),
      after: valueText(after.values[name]),
    })),
    { field: "Expected", before: before.expected ?? "", after: after.expected ?? "" },
    { field: "Tags", before: before.tags.join(", "), after: after.tags.join(", ") },
    { field: "Difficulty", before: difficultyText(before.difficulty), after: difficultyText(after.difficulty) },
    { field: "Split", before: SPLIT_NAMES[before.split], after: SPLIT_NAMES[after.split] },
    { field: "Metadata", before: metadataText(before.metadata), after: metadataText(after.metadata) },
  ];
  return parts.filter((part) => part.before !== part.after);
}

function difficultyText(value: number | null): string {
  return value === null ? "" : `${value} (${DIFFICULTY_WORDS[value] ?? ""})`;
}

export function metadataText(metadata: CaseContent["metadata"]): string {
  return Object.keys(metadata).length === 0 ? "" : JSON.stringify(metadata, null, 2);
}

interface VersionStep {
  case: Case;
  /** What this wording changed; null for the first one. */
  changed: Difference[] | null;
}

/** Wordings newest first, each with what it changed. */
export function steps(columns: readonly string[], wordings: readonly Case[]): VersionStep[] {
  return wordings.map((wording, index) => {
    const before = wordings[index + 1];
    return { case: wording, changed: before ? differences(columns, before, wording) : null };
  });
}

/** What a case is known by: the first of its values that says something. */
export function firstText(columns: readonly string[], { values }: Pick<Wording, "values">): string {
  return (
    namesOf(columns, values)
      .map((name) => valueText(values[name]))
      .find((text) => text !== "") ?? ""
  );
}

/** How a case read in a version of the dataset; null if it was no part of it. */
export function wordingAt({ case: newest, earlier }: CaseHistory, version: number): Case | null {
  return (
    [newest, ...earlier].find(({ since, until }) => since <= version && (until === null || until > version)) ?? null
  );
}
