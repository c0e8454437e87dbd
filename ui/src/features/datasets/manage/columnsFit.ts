/** Whether the cases of one dataset can stand in another. Pure. */

/** What does not fit, in words; null when all does. An empty dataset takes any columns. */
export function misfit(into: readonly string[], from: readonly string[]): string | null {
  if (into.length === 0 || from.length === 0) return null;
  const unknown = from.filter((name) => !into.includes(name));
  const missing = into.filter((name) => !from.includes(name));
  const parts = [
    unknown.length > 0 && `has ${listed(unknown)}, which this dataset does not`,
    missing.length > 0 && `lacks ${listed(missing)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `The other dataset ${parts.join(", and ")}.` : null;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(", ");
}
