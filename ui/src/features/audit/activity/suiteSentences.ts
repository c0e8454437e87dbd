/** What happened to suites and their executions, as plain sentences. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";

interface Told {
  name?: string;
  number?: number;
  state?: string;
  pause_reason?: string | null;
  problem?: string | null;
  trigger?: string;
  changed?: readonly string[];
}

const PARTS: Record<string, string> = {
  name: "the name",
  description: "the description",
  recipe: "the recipe",
  daily_limit: "the limit per day",
  daily_limit_usd: "the limit per day",
};

const ENDS: Record<string, string> = {
  completed: "completed",
  failed: "had to stop",
  cancelled: "cancelled",
  refused: "could not start",
  missed: "missed",
};

/** Null for events of other things. */
export function suiteNews({ type, data }: Pick<ProjectEvent, "type" | "data">): string | null {
  const told = data as Told;
  const name = told.name ? `the suite “${told.name}”` : "a suite";
  const execution = `run ${told.number ?? ""} of ${name}`.replace("  ", " ");
  switch (type) {
    case "suite.created":
      return `saved ${name}`;
    case "suite.changed":
      return stateChange(told, name) ?? `changed ${parts(told.changed)}of ${name}`;
    case "suite.archived":
      return `archived ${name}`;
    case "suite.restored":
      return `restored ${name}`;
    case "suite.removed":
      return `deleted ${name}`;
    case "execution.started":
      return `started ${execution}${told.trigger === "schedule" ? ", on schedule" : ""}`;
    case "execution.finished":
      return `${ENDS[told.state ?? ""] ?? "ended"} ${execution}${told.problem ? `: ${told.problem}` : ""}`;
    case "execution.assessed":
      return `assessed the results of ${execution}`;
    default:
      return null;
  }
}

function stateChange({ state, pause_reason: why }: Told, name: string): string | null {
  if (state === "paused") return why === "budget" ? `paused ${name}: the daily limit is spent` : `paused ${name}`;
  return state === "active" ? `resumed ${name}` : null;
}

function parts(changed: readonly string[] | undefined): string {
  const words = (changed ?? []).map((part) => PARTS[part] ?? part.replaceAll("_", " "));
  if (words.length === 0) return "a part ";
  return `${words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`} `;
}
