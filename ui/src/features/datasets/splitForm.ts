/** The form of the splits. Pure. */

interface SplitValues {
  /** Percent, as typed. */
  share: string;
  seed: string;
}

export interface SplitProblems {
  share?: string;
  seed?: string;
}

const MAX_SEED = 2 ** 31 - 1;

export function splitProblems({ share, seed }: SplitValues): SplitProblems {
  const percent = Number(share);
  const number = Number(seed);
  return {
    ...(share.trim() === "" || !Number.isFinite(percent) || percent < 0 || percent > 100
      ? { share: "A number from 0 to 100" }
      : {}),
    ...(seed.trim() === "" || !Number.isInteger(number) || number < 0 || number > MAX_SEED
      ? { seed: `A whole number from 0 to ${MAX_SEED.toLocaleString("en")}` }
      : {}),
  };
}

/** About how many cases go where; the server deals case by case, so it may be one more or less. */
export function expectedCounts(cases: number, share: string): { holdout: number; train: number } | null {
  if (splitProblems({ share, seed: "0" }).share) return null;
  const holdout = Math.round((cases * Number(share)) / 100);
  return { holdout, train: cases - holdout };
}
