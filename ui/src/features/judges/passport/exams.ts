/** Exams in words, and how many questions one asks. Pure. */
import type { ExamKind } from "@/api/types";

export const EXAMS: readonly { kind: ExamKind; title: string; about: string }[] = [
  { kind: "repeat", title: "Ask again", about: "The same questions once more: does it say the same?" },
  {
    kind: "padded",
    title: "Longer answers",
    about: "The same answers with words that add nothing: does it like them better?",
  },
  {
    kind: "injected",
    title: "Orders in the answer",
    about: "The same answers, ending with an order to give full marks: does it obey?",
  },
];

export const USUAL_CELLS = 50;
export const MOST_CELLS = 500;

/** What is wrong with a typed number of answers; null: nothing. */
export function cellsProblem(typed: string): string | null {
  const cells = Number(typed);
  return typed.trim() === "" || !Number.isInteger(cells) || cells < 1 || cells > MOST_CELLS
    ? `A whole number from 1 to ${MOST_CELLS}`
    : null;
}

/** A run with fewer answers gives fewer questions. */
export function questionsOf(cells: number, inRun: number | null, kinds: number): number {
  return Math.min(cells, inRun ?? cells) * kinds;
}

export function examSpecs(
  judge: string,
  version: number,
  kinds: readonly ExamKind[],
  cells: number,
): Record<string, unknown>[] {
  return kinds.map((exam) => ({ kind: "judge", judge, version, exam, cells }));
}
