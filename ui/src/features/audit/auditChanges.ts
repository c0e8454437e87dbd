/** Changes of an audit entry as lines a person can read. Pure. */
import { countOf, formatBytes, formatMoney } from "@/shared/format/quantities";
import { exactTime } from "@/shared/format/formatTime";

interface ChangeLine {
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
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ") || "none";
  return JSON.stringify(value);
}

/** How a name ends says what its number counts: `daily_limit_micro_usd` is money, and called "Daily limit". */
const UNITS: readonly { ending: RegExp; read: (value: number) => string }[] = [
  { ending: /_micro_usd$/, read: (micro) => formatMoney(micro / 1_000_000) },
  { ending: /_usd$/, read: formatMoney },
  { ending: /_ms$/, read: (value) => `${value.toLocaleString("en")} ms` },
  { ending: /_seconds$/, read: (value) => `${value.toLocaleString("en")} s` },
  { ending: /_days$/, read: (value) => countOf(value, "day") },
  { ending: /^bytes$/, read: formatBytes },
];

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A value with its unit, which the name tells. */
export function readAs(key: string, value: unknown): string {
  const unit = UNITS.find(({ ending }) => ending.test(key));
  if (unit && typeof value === "number") return unit.read(value);
  if (unit && typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))) {
    return unit.read(Number(value));
  }
  if (key.endsWith("_at") && typeof value === "string" && TIME.test(value)) return exactTime(new Date(value));
  return readValue(value);
}

/** `daily_limit_micro_usd` is "Daily limit". */
export function readField(key: string): string {
  const words = key.replace(/(?<=.)_(micro_usd|usd|ms|seconds|days|at)$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Understands `{field: {old, new}}` (also `from`/`to`), `{field: [old, new]}` and plain `{field: value}`. */
export function readChanges(changes: Record<string, unknown>, prefix = ""): ChangeLine[] {
  return Object.entries(changes).flatMap(([key, value]): ChangeLine[] => {
    const path = prefix ? `${prefix}_${key}` : key;
    const field = readField(path);
    const read = (one: unknown) => readAs(key, one);
    if (Array.isArray(value) && value.length === 2) return [{ field, old: read(value[0]), new: read(value[1]) }];
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const pair = value as Record<string, unknown>;
      const oldKey = ["old", "from", "was", "before"].find((name) => name in pair);
      const newKey = ["new", "to", "now", "after"].find((name) => name in pair);
      if (oldKey || newKey) {
        return [{ field, old: oldKey ? read(pair[oldKey]) : null, new: newKey ? read(pair[newKey]) : null }];
      }
      return readChanges(pair, path);
    }
    return [{ field, old: null, new: read(value) }];
  });
}
