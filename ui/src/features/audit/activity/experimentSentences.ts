/** What happened to experiments, as plain sentences. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";

interface Told {
  name?: string;
  number?: number;
  new?: string;
  changed?: readonly string[];
  reason?: string;
  state?: string;
  decision?: string;
  automatic?: boolean;
  partial?: boolean;
  kind?: string;
  experiment_name?: string;
}

const MOVES: Record<string, string> = {
  executing: "began to run",
  judging: "began to judge",
  aggregating: "began to aggregate the scores of",
  refining: "began to refine the prompt after",
  reviewing: "asks for a review after",
  completed: "completed",
  failed: "had to stop",
  cancelled: "cancelled",
  paused: "paused",
};

const CHANGED: Record<string, string> = {
  name: "the name",
  description: "the description",
  plan: "the plan",
  budget: "the budget",
  targets: "the models",
  stop_rules: "the stop rules",
  archived: "the archive",
};

const DECIDED: Record<string, string> = {
  applied: "approved",
  approve: "approved",
  edit: "edited and approved",
  rejected: "rejected",
  reject: "rejected",
  superseded: "replaced",
};

const ASSISTS: Record<string, string> = {
  draft_objectives: "objectives",
  improve_objective: "a better objective",
  add_details: "more details",
  draft_rubric: "a rubric",
  draft_prompts: "prompts",
  improve_prompt: "a better prompt",
  add_constraints: "constraints for a prompt",
  test_prompt: "a test of a prompt",
  generate_cases: "cases",
  fill_gaps: "cases that were missing",
  test_judge: "a test of a judge",
  explain_failure: "an explanation of a failure",
};

/** Null for events of other things. */
export function experimentNews(event: ProjectEvent): string | null {
  const told = event.data as Told;
  const name = told.name ? `“${told.name}”` : "an experiment";
  const iteration = `iteration ${told.number ?? ""} of ${name}`.replace("  ", " ");
  switch (event.type) {
    case "experiment.created":
      return `created the experiment ${name}`;
    case "experiment.changed":
      return `changed ${changedParts(told.changed)}of the experiment ${name}`;
    case "experiment.ended":
      return `ended the experiment ${name}${told.reason ? `: ${told.reason}` : ""}`;
    case "iteration.started":
      return `started ${iteration}`;
    case "iteration.state_changed":
      return `${MOVES[told.new ?? ""] ?? `moved to ${told.new ?? "another state"}`} ${iteration}`;
    case "iteration.completed":
      return `${told.partial ? "partially completed" : "completed"} ${iteration}`;
    case "suggestion.created":
      return told.state === "blocked"
        ? `found no change of the prompt that passes the guardrails after ${iteration}`
        : `suggested a change of the prompt after ${iteration}`;
    case "suggestion.decided":
      return (
        `${DECIDED[told.decision ?? told.state ?? ""] ?? "decided on"} the suggestion of ` +
        `${iteration}${told.automatic ? ", as the project allows for small changes" : ""}`
      );
    case "suggestion.commented":
      return `commented on the suggestion of ${iteration}`;
    case "assist.progressed":
      return `is drafting ${ASSISTS[told.kind ?? ""] ?? "something"}`;
    case "assist.finished":
      return told.state === "failed" || told.state === "cancelled"
        ? `did not get ${ASSISTS[told.kind ?? ""] ?? "an answer"} from an assistant`
        : `had an assistant draft ${ASSISTS[told.kind ?? ""] ?? "something"}`;
    default:
      return null;
  }
}

function changedParts(changed: readonly string[] | undefined): string {
  const parts: readonly string[] = Array.isArray(changed) ? changed : [];
  const words = parts.map((part) => CHANGED[part] ?? part.replaceAll("_", " "));
  if (words.length === 0) return "a part ";
  return `${words.length < 2 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`} `;
}
