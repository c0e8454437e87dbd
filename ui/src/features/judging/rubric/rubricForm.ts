/** A rubric while someone writes it: weights, their sum, what is wrong, and what is sent. Pure. */
import type { Criterion, RubricBody } from "@/api/types";

/** The highest level of a scale; the lowest is always 0. */
export const SCALES = [1, 3, 5, 10, 100] as const;
export type Scale = (typeof SCALES)[number];

export const FEWEST = 2;
export const MOST = 10;
const NAME_MOST = 50;
const ABOUT_LEAST = 10;
const ABOUT_MOST = 500;
const TOLERANCE = 0.01;
/** Sums of decimals are off by less than this. */
const DUST = 1e-9;

export interface CriterionPart {
  /** Stays with the row when it moves. */
  key: number;
  name: string;
  description: string;
  /** As typed. */
  weight: string;
  scale: Scale;
  levels: Readonly<Record<string, string>>;
}

export interface RubricForm {
  name: string;
  criteria: readonly CriterionPart[];
}

let keys = 0;
export function newCriterion(part: Partial<CriterionPart> = {}): CriterionPart {
  keys += 1;
  return { name: "", description: "", weight: "", scale: 5, levels: {}, ...part, key: keys };
}

export function emptyRubric(): RubricForm {
  return { name: "", criteria: [newCriterion({ weight: "0.5" }), newCriterion({ weight: "0.5" })] };
}

export function formOf(rubric: { name: string; criteria: readonly Criterion[] }): RubricForm {
  return {
    name: rubric.name,
    criteria: rubric.criteria.map((one) =>
      newCriterion({
        name: one.name,
        description: one.description,
        weight: weightText(one.weight),
        scale: scaleOf(one.scale),
        levels: one.levels,
      }),
    ),
  };
}

function scaleOf(highest: number): Scale {
  return SCALES.find((scale) => scale === highest) ?? 5;
}

/** As few digits as say the same: 0.5, 0.35, 0.3333. */
function weightText(weight: number): string {
  return String(Number(weight.toFixed(4)));
}

/** Null: what was typed is no weight. */
export function weightOf(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  const weight = Number(text);
  return text === "" || !Number.isFinite(weight) || weight < 0 || weight > 1 ? null : weight;
}

type WeightSum = { good: true; text: string } | { good: false; text: string; reason: string };

/** The live sum below the table: a tick, or exactly what is wrong. */
export function weightSum(criteria: readonly Pick<CriterionPart, "name" | "weight">[]): WeightSum {
  const weights = criteria.map(({ weight }) => weightOf(weight));
  const broken = weights.indexOf(null);
  const sum = weights.reduce((all: number, weight) => all + (weight ?? 0), 0);
  const text = sum.toFixed(2);
  if (broken >= 0)
    return {
      good: false,
      text,
      reason: `The weight of ${criteria[broken]?.name.trim() || `criterion ${broken + 1}`} is not a number from 0 to 1`,
    };
  const off = sum - 1;
  if (Math.abs(off) <= TOLERANCE + DUST) return { good: true, text: "1.00" };
  const by = String(Number(Math.abs(off).toFixed(4)));
  return {
    good: false,
    text: String(Number(sum.toFixed(4))),
    reason: off < 0 ? `${by} is missing: weights must sum to 1.0` : `${by} too much: weights must sum to 1.0`,
  };
}

export function evenWeights(criteria: readonly CriterionPart[]): CriterionPart[] {
  return criteria.map((one) => ({ ...one, weight: weightText(1 / criteria.length) }));
}

/**
 * The same proportions, summing to 1. What cannot be read counts as nothing; if nothing is left, all weigh the same.
 */
export function normalisedWeights(criteria: readonly CriterionPart[]): CriterionPart[] {
  const weights = criteria.map(({ weight }) => Math.max(0, Number(weight.trim().replace(",", ".")) || 0));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (!Number.isFinite(sum) || sum <= 0) return evenWeights(criteria);
  return criteria.map((one, place) => ({ ...one, weight: weightText((weights[place] ?? 0) / sum) }));
}

/** From one place to another; places beyond the ends are the ends. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(Math.min(Math.max(0, to), items.length - 1), 0, item);
  return next;
}

/** The levels that can be described: each one, or five of a hundred. */
export function levelsOf(scale: Scale): number[] {
  return scale === 100 ? [0, 25, 50, 75, 100] : Array.from({ length: scale + 1 }, (_, level) => level);
}

export function describedLevels({ scale, levels }: Pick<CriterionPart, "scale" | "levels">): Record<string, string> {
  return Object.fromEntries(
    Object.entries(levels)
      .map(([level, text]) => [level, text.trim()] as const)
      .filter(([level, text]) => text !== "" && Number(level) <= scale),
  );
}

/** What is wrong, by field: "name", "criteria", "criteria.0.name" and so on. */
export type Problems = Record<string, string>;

export function rubricProblems({ name, criteria }: RubricForm): Problems {
  const found: Problems = {};
  if (name.trim() === "") found["name"] = "Name is required";
  if (criteria.length < FEWEST) found["criteria"] = "At least 2 criteria required";
  if (criteria.length > MOST) found["criteria"] = "Maximum 10 criteria";
  const seen = new Set<string>();
  criteria.forEach((one, place) => {
    const word = nameProblem(one.name, seen);
    if (word) found[`criteria.${place}.name`] = word;
    const about = one.description.trim().length;
    if (about < ABOUT_LEAST)
      found[`criteria.${place}.description`] =
        about === 0 ? "Describe what the judge looks at" : "At least 10 characters";
    if (about > ABOUT_MOST) found[`criteria.${place}.description`] = "At most 500 characters";
    if (weightOf(one.weight) === null) found[`criteria.${place}.weight`] = "From 0 to 1";
  });
  if (!weightSum(criteria).good) found["weights"] = "Weights must sum to 1.0";
  return found;
}

function nameProblem(typed: string, seen: Set<string>): string | null {
  const name = typed.trim();
  if (name === "") return "Name is required";
  if (name.length > NAME_MOST) return "At most 50 characters";
  if (!/^[a-zA-Z0-9 ]+$/.test(name)) return "Letters, digits and spaces only";
  const same = name.toLowerCase();
  if (seen.has(same)) return "Another criterion has this name";
  seen.add(same);
  return null;
}

export function toRubric({ name, criteria }: RubricForm): RubricBody {
  return {
    name: name.trim(),
    criteria: criteria.map((one) => ({
      name: one.name.trim(),
      description: one.description.trim(),
      weight: weightOf(one.weight) ?? 0,
      scale: one.scale,
      levels: describedLevels(one),
    })),
    normalise: false,
  };
}

/** Whether saving would make a version that differs. */
export function sameRubric(one: RubricForm, other: RubricForm): boolean {
  return JSON.stringify(toRubric(one)) === JSON.stringify(toRubric(other));
}
