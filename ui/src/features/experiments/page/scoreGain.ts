/** How much better the best version is than the first one. Pure. */
import type { Estimate, Experiment, IterationVerdict } from "../types";

export interface Gain {
  first: Estimate;
  champion: Estimate;
  /** What the champion was tested against, case by case; null: nothing. */
  verdict: IterationVerdict | null;
  /** The first one is still the best. */
  same: boolean;
}

/** Null while there is nothing to hold against the first score. */
export function gainOf({
  first,
  champion,
  recent,
  iterations,
}: Pick<Experiment, "first" | "champion" | "recent" | "iterations">): Gain | null {
  if (!first?.composite || !champion?.composite || iterations < 2) return null;
  const scored = recent.filter(({ composite }) => composite !== null).length;
  if (scored < 2 && champion.iteration === first.iteration) return null;
  const card = recent.find(({ id }) => id === champion.iteration);
  const same = champion.iteration === first.iteration;
  return { first: first.composite, champion: champion.composite, verdict: card?.verdict ?? null, same };
}
