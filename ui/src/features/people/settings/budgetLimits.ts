/** Limits as they are typed: an amount, or nothing for no limit. Pure. */

const LEAST_USD = 0.01;
export const MOST_USD = 1_000_000;

export function limitProblem(typed: string): string | undefined {
  if (typed.trim() === "") return undefined;
  const usd = Number(typed);
  return Number.isFinite(usd) && usd >= LEAST_USD && usd <= MOST_USD
    ? undefined
    : "From $0.01 to $1,000,000, or empty for no limit";
}
