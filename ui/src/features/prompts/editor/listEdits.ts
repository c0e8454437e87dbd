/** Changing one item of a list without touching the others. Pure. */

export function replaced<Item>(items: readonly Item[], index: number, part: Partial<Item>): Item[] {
  return items.map((item, at) => (at === index ? { ...item, ...part } : item));
}

export function without<Item>(items: readonly Item[], index: number): Item[] {
  return items.filter((_, at) => at !== index);
}

export function moved<Item>(items: readonly Item[], from: number, by: -1 | 1): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(Math.max(0, from + by), 0, item);
  return next;
}
