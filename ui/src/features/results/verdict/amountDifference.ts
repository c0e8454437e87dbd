/** How two amounts differ, in words. Pure. */

/** ", 20% cheaper", ", 3.1 times as slow"; nothing where the two are alike or one is nought. */
export function timesText(before: number, after: number, more: string, less: string): string {
  if (before <= 0 || after <= 0) return "";
  const share = after / before - 1;
  if (Math.abs(share) < 0.005) return ", the same";
  if (share >= 1) return `, ${(after / before).toFixed(1)} times as much`;
  return `, ${Math.max(1, Math.round(Math.abs(share) * 100))}% ${share > 0 ? more : less}`;
}
