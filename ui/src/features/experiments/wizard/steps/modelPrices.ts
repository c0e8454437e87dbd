/** What a model costs, in one number: dollars for a thousand tokens, input and output averaged. Pure. */
import type { Model } from "@/api/types";
import { formatMoney } from "@/shared/format/quantities";

export const COSTLY_PER_1K = 0.01;

/** Null: nobody knows. */
export function per1k({ price }: Pick<Model, "price">): number | null {
  if (!price) return null;
  return (Number(price.input) + Number(price.output)) / 2 / 1_000;
}

export function per1kWords(model: Pick<Model, "price">): string {
  const usd = per1k(model);
  if (usd === null) return "price unknown";
  return usd === 0 ? "free" : `${formatMoney(usd)}/1K`;
}
