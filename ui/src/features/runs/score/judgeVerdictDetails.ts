/**
 * What a judge says beside its mark, read from the details of a score. They come from a model:
 * anything may be missing. Pure.
 */

interface CriterionVerdict {
  name: string;
  /** On the criterion's own scale. */
  score: number | null;
  /** From 0 to 1. */
  value: number | null;
  why: string;
}

interface OrderVerdict {
  first: string;
  winner: string;
  why: string;
}

type Loose = Record<string, unknown>;

export function criteriaOf(details: unknown): CriterionVerdict[] {
  return Object.entries(objectOf(objectOf(details)["criteria"])).map(([name, given]) => {
    const { score, value, why } = objectOf(given);
    return { name, score: numberOf(score), value: numberOf(value), why: textOf(why) };
  });
}

/** The safety flags that a judge raised, in words. */
export function flagsOf(details: unknown): string[] {
  return Object.entries(objectOf(objectOf(details)["flags"]))
    .filter(([, raised]) => raised === true)
    .map(([name]) => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));
}

/** Both orders of a comparison, and whether they disagree. */
export function ordersOf(details: unknown): { flipped: boolean; orders: OrderVerdict[] } | null {
  const { orders, flipped } = objectOf(details);
  if (!Array.isArray(orders) || orders.length === 0) return null;
  return {
    flipped: flipped === true,
    orders: orders.map((order) => {
      const { first, winner, why } = objectOf(order);
      return { first: textOf(first), winner: textOf(winner), why: textOf(why) };
    }),
  };
}

function objectOf(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
