/**
 * Where on a prompt's page someone is: at the draft, at a version, comparing two, or at the lineage.
 * It stands in the address.
 */
export interface PromptUrlState {
  view?: "lineage";
  version?: number;
  /** The version whose text is being edited: what is saved next comes from it. */
  from?: number;
  a?: number;
  b?: number;
  /** By which metric, and on which model, the lineage shows scores. */
  metric?: string;
  target?: string;
}

export type Shown =
  | { kind: "draft"; from: number | null }
  | { kind: "lineage" }
  | { kind: "version"; number: number }
  | { kind: "compare"; a: number; b: number };

/** Numbers that no version has are as good as none. */
export function shownAt({ view, version, from, a, b }: PromptUrlState, latest: number): Shown {
  const there = (number: number | undefined): number is number =>
    number !== undefined && Number.isInteger(number) && number >= 1 && number <= latest;
  if (there(a) && there(b)) return { kind: "compare", a, b };
  if (there(version)) return { kind: "version", number: version };
  return view === "lineage" ? { kind: "lineage" } : { kind: "draft", from: there(from) ? from : null };
}
