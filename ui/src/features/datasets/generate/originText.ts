/** Where cases came from, in a line. Pure. */
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import type { Origin } from "./types";

/** "10 questions by gpt-4o" or "12 cases of Support, version 3" */
export function originTitle({
  kind,
  added,
  model_name: model,
  source_name: name,
  source_version: version,
}: Origin): string {
  if (kind === "generated") return `${countOf(added, "question")} written by ${model ?? "a model"}`;
  return (
    `${countOf(added, "case")} merged from ` +
    `${name ?? "a deleted dataset"}${version === null ? "" : `, version ${version}`}`
  );
}

/** What was asked for, what came of it, and what it cost. */
export function originFacts({
  kind,
  topic,
  types,
  difficulty,
  asked,
  made,
  duplicates,
  unusable,
  cost_usd: cost,
}: Origin): string[] {
  const left = [
    duplicates ? `${countOf(duplicates, "duplicate")} left out` : null,
    unusable ? `${unusable.toLocaleString("en")} not usable` : null,
  ];
  if (kind === "merged") return left.filter((part) => part !== null);
  return [
    topic ? `about ${topic}` : null,
    types.length > 0 ? types.join(", ") : null,
    difficulty === null || difficulty === "mixed" ? null : difficulty,
    `${made.toLocaleString("en")} of ${asked.toLocaleString("en")} written`,
    ...left,
    formatMoney(readMoney(cost)),
  ].filter((part) => part !== null);
}
