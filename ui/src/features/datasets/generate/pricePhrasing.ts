import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";

/** "3 calls, up to $0.02". */
export function priceWords(forecast: { calls: number; usd: { high: string } | null } | undefined): string {
  if (!forecast) return "The price appears here when the form is filled in.";
  const calls = countOf(forecast.calls, "call");
  return forecast.usd === null
    ? `${calls}, cost unknown`
    : `${calls}, up to ${formatMoney(readMoney(forecast.usd.high))}`;
}
