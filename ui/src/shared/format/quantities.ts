/** How money, durations and counts read everywhere in the product. */

/** Unknown is a word: a price we do not know must never look like nothing. */
export function formatMoney(usd: number | null): string {
  if (usd === null) return "unknown";
  // Money is kept to a millionth of a dollar; what was paid must not read as nothing.
  if (usd !== 0 && Math.abs(usd) < 0.001) return `$${trimmed(usd.toFixed(6))}`;
  if (usd !== 0 && Math.abs(usd) < 0.1) return `$${usd.toFixed(4)}`;
  return `$${usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

function trimmed(digits: string): string {
  return digits.replace(/(\.\d{4}\d*?)0+$/, "$1");
}

/** Amounts come as text, so that no digit is lost on the way. */
export function readMoney(text: string | null): number | null {
  return text === null ? null : Number(text);
}

/** Dollars per million tokens: as many digits as the price list has, at least cents. */
export function formatRate(text: string): string {
  return `$${Number(text).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
}

/** 128,000 reads 128K; exact counts are shown where they are paid for. */
export function formatTokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${shortNumber(count / 1_000)}K`;
  return `${shortNumber(count / 1_000_000)}M`;
}

function shortNumber(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}

export function formatLatency(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
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
