/** Where on a prompt's page someone is: at the draft, at a version, or comparing two. It stands in the address. */
export interface PromptPlace {
  version?: number;
  a?: number;
  b?: number;
}

export type Shown = { kind: "draft" } | { kind: "version"; number: number } | { kind: "compare"; a: number; b: number };

/** Numbers that no version has are as good as none. */
export function shownAt({ version, a, b }: PromptPlace, latest: number): Shown {
  const there = (number: number | undefined): number is number => number !== undefined && Number.isInteger(number) && number >= 1 && number <= latest;
  if (there(a) && there(b)) return { kind: "compare", a, b };
  return there(version) ? { kind: "version", number: version } : { kind: "draft" };
}
