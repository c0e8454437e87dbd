/** What of an experiment is worth interrupting somebody for, in words and with the place to go to. Pure. */
import type { ProjectEvent } from "@/api/types";

export interface ExperimentNotification {
  kind: "success" | "info" | "warning" | "error";
  text: string;
  next: string | null;
  /** One piece of news is told once. */
  key: string;
  action: string;
  to:
    | { page: "suggestion"; suggestion: string }
    | { page: "iteration"; experiment: string; number: number }
    | { page: "report"; experiment: string };
}

interface Told {
  experiment?: string;
  name?: string;
  iteration?: string;
  number?: number;
  new?: string;
  partial?: boolean;
  problem?: string | null;
  suggestion?: string;
  state?: string;
  automatic?: boolean;
  reason?: string;
}

/** Null where the activity feed is enough. */
export function experimentNotificationOf(event: ProjectEvent): ExperimentNotification | null {
  const data = event.data as Told;
  const { experiment, name = "An experiment", number = 0, suggestion } = data;
  if (!experiment) return null;
  const key = `${event.type} ${data.iteration ?? experiment} ${data.new ?? ""}`;
  const here = { page: "iteration", experiment, number } as const;
  switch (event.type) {
    case "suggestion.created":
      if (data.automatic || !suggestion) return null;
      if (data.state === "blocked")
        return {
          kind: "warning",
          text: "Refinement unavailable",
          next: `${name}: no suggestion passed the guardrails. You can edit the prompt by hand.`,
          key,
          action: "View",
          to: { page: "suggestion", suggestion },
        };
      return {
        kind: "info",
        text: "A suggestion waits for review",
        next: `${name}, iteration ${number}`,
        key,
        action: "Review",
        to: { page: "suggestion", suggestion },
      };
    case "iteration.state_changed":
      return data.new === "failed"
        ? {
            kind: "error",
            text: `Iteration ${number} failed`,
            next: `${name}${data.problem ? `: ${data.problem}` : ""}`,
            key,
            action: "View",
            to: here,
          }
        : null;
    case "iteration.completed":
      return data.partial
        ? {
            kind: "warning",
            text: "Iteration partially completed",
            next: `${name}, iteration ${number}: the answers are complete, but judging failed.`,
            key,
            action: "View",
            to: here,
          }
        : null;
    case "experiment.ended":
      return {
        kind: "success",
        text: `${name} is complete`,
        next: data.reason ?? null,
        key,
        action: "Open the report",
        to: { page: "report", experiment },
      };
    default:
      return null;
  }
}
