/** Changes of an audit entry as lines a person can read. Pure. */

export interface ChangeLine {
  field: string;
  /** Null when there was no value before (or none is recorded). */
  old: string | null;
  new: string | null;
}

export function readValue(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return JSON.stringify(value);
}

/** Understands `{field: {old, new}}` (also `from`/`to`), `{field: [old, new]}` and plain `{field: value}`. */
export function readChanges(changes: Record<string, unknown>, prefix = ""): ChangeLine[] {
  return Object.entries(changes).flatMap(([key, value]): ChangeLine[] => {
    const field = (prefix ? `${prefix} ` : "") + key.replaceAll("_", " ");
    if (Array.isArray(value) && value.length === 2) {
      return [{ field, old: readValue(value[0]), new: readValue(value[1]) }];
    }
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const pair = value as Record<string, unknown>;
      const oldKey = ["old", "from", "was", "before"].find((name) => name in pair);
      const newKey = ["new", "to", "now", "after"].find((name) => name in pair);
      if (oldKey || newKey) {
        return [{ field, old: oldKey ? readValue(pair[oldKey]) : null, new: newKey ? readValue(pair[newKey]) : null }];
      }
      return readChanges(pair, field);
    }
    return [{ field, old: null, new: readValue(value) }];
  });
}
