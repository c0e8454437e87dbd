/** Reading the query part of an address, which anyone may have typed: keep what fits, drop the rest. */

type Search = Record<string, unknown>;

export function text<Key extends string>(search: Search, key: Key): { [K in Key]?: string } {
  const value = search[key];
  return typeof value === "string" && value !== "" ? ({ [key]: value } as { [K in Key]?: string }) : {};
}

export function oneOf<Key extends string, const Value extends string>(
  search: Search,
  key: Key,
  allowed: readonly Value[],
): { [K in Key]?: Value } {
  const value = allowed.find((option) => option === search[key]);
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

export function flag<Key extends string>(search: Search, key: Key): { [K in Key]?: boolean } {
  return search[key] === true || search[key] === "true" ? ({ [key]: true } as { [K in Key]?: boolean }) : {};
}

export function number<Key extends string>(search: Search, key: Key): { [K in Key]?: number } {
  const value = typeof search[key] === "string" && search[key] !== "" ? Number(search[key]) : search[key];
  return typeof value === "number" && Number.isFinite(value) ? ({ [key]: value } as { [K in Key]?: number }) : {};
}
