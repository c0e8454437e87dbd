/** Exams and sizes of passports in words. Pure. */
import type { ExamKind, Finding, PassportSizeChoice } from "@/api/types";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";

export const EXAMS: readonly { kind: ExamKind; title: string; about: string }[] = [
  { kind: "repeat", title: "Repeat", about: "Scores the same answers again: are the scores the same?" },
  {
    kind: "padded",
    title: "Longer answers",
    about: "Scores the same answers with filler text added: are the scores higher?",
  },
  {
    kind: "injected",
    title: "Instructions in the answer",
    about: "Scores the same answers with an instruction to give the full score: does the judge obey?",
  },
];

export type PassportSize = PassportSizeChoice["size"];

export const SIZE_NAMES: Record<PassportSize, string> = {
  standard: "Standard",
  large: "Large",
  very_large: "Very large",
};

const FAULTS: Partial<Record<Finding["kind"], (size: string) => string>> = {
  injection: (size) => `obeying ${size} of the instructions in answers`,
  position: (size) => `position bias of ${size}`,
  length: (size) => `longer answers scored ${size} higher`,
  consistency: (size) => `another decision in ${size}`,
};

/** "obeying 10% of the orders in answers", rounded up; null for a fault that so few trials cannot find. */
export function detectableWords({ kind, size }: PassportSizeChoice["finds"][number]): string | null {
  const points = size === null ? null : Math.ceil(size * 100 - 1e-6);
  if (points === null) return null;
  return FAULTS[kind]?.(kind === "length" ? (points / 100).toFixed(2) : `${points}%`) ?? null;
}

/** What is said of a size: "120 answers, 360 calls, about $0.04". */
export function sizeWords(choice: PassportSizeChoice, what: "answer" | "pair"): string {
  const money = choice.likely_usd === null ? null : readMoney(choice.likely_usd);
  const cost = money === null ? "cost unknown" : `about ${formatMoney(money)}${choice.simulated ? " simulated" : ""}`;
  return choice.calls === 0
    ? `${countOf(choice.cells, what)}, no further calls`
    : `${countOf(choice.cells, what)}, ${countOf(choice.calls, "call")}, ${cost}`;
}
