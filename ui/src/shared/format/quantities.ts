/** How money, durations and counts read everywhere in the product. */

/** Unknown is a word: a price we do not know must never look like nothing. */
export function formatMoney(usd: number | null): string {
  if (usd === null) return "unknown";
  if (usd !== 0 && Math.abs(usd) < 0.1) return `$${usd.toFixed(4)}`;
  return `$${usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function formatLatency(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Cut at a word where one is near, so that a card never ends in half a word. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > length * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
