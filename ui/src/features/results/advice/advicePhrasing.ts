/** How advice on models reads: names of the picks, ties, what meets a wish. Pure. */
import type { ModelFigures, ModelPick, WishFit } from "@/api/types";
import type { Tone } from "@/shared/ui/Badge";

export const PICK_NAMES: Record<ModelPick["kind"], string> = {
  most_accurate: "Most accurate",
  fastest: "Fastest",
  best_value: "Best value",
};

export const PICK_MEANINGS: Record<ModelPick["kind"], string> = {
  most_accurate: "The highest mean score",
  fastest: "The lowest mean latency",
  best_value: "The highest score for its cost",
};

export const FIT_WORDS: Record<WishFit["fits"], string> = { yes: "Fits", perhaps: "Perhaps", no: "Does not fit" };
export const FIT_TONES: Record<WishFit["fits"], Tone> = { yes: "success", perhaps: "warning", no: "neutral" };

const ORDER: Record<WishFit["fits"], number> = { yes: 0, perhaps: 1, no: 2 };

/** What fits first, and the cheaper before the dearer. */
export function fitsInOrder(fits: readonly WishFit[], models: readonly ModelFigures[]): WishFit[] {
  const cost = (column: number) =>
    models.find((one) => one.column === column)?.cost_usd?.value ?? Number.POSITIVE_INFINITY;
  return fits.toSorted((one, other) => ORDER[one.fits] - ORDER[other.fits] || cost(one.column) - cost(other.column));
}

export function namesOf(columns: readonly number[], models: readonly ModelFigures[]): string[] {
  return columns.map((column) => models.find((one) => one.column === column)?.name ?? `Column ${column + 1}`);
}

/** A number someone typed, as the address keeps it: nothing where it is none. */
export function wished(typed: string, most: number, scale = 1): number | undefined {
  const value = Number(typed);
  return typed.trim() === "" || !Number.isFinite(value) || value < 0 || value > most ? undefined : value / scale;
}
