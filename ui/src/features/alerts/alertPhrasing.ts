/** Rules, causes and states of alerts as people say them. Pure. */
import type { AlertRule, AlertState, Cause } from "./types";

/** What the monitor was looking for. */
export const RULE_WORDS: Record<AlertRule, string> = {
  drop: "A statistically significant drop",
  drop_share: "A drop compared with the baseline",
  threshold: "Below the limit",
  change_point: "A shift over several runs",
  judge_drift: "The judge scores differently",
  latency: "Slower than usual",
  cost: "More expensive than usual",
  predicted: "Expected to fall below the limit",
  missed: "A run was missed",
  failed: "A run failed",
  budget: "The budget is used up",
  retirement: "A model is shut down soon",
};

interface CauseWords {
  label: string;
  /** After "Most likely". */
  who: string;
}

export const CAUSE_WORDS: Record<Cause, CauseWords> = {
  model: { label: "Model", who: "the model answers differently" },
  judge: { label: "Judge", who: "the judge scores differently" },
  prompt: { label: "Prompt", who: "the prompt was changed" },
  dataset: { label: "Dataset", who: "the cases were changed" },
  noise: { label: "Chance", who: "the difference is random variation" },
  unknown: { label: "Cause unclear", who: "the cause is not known yet" },
};

export const STATE_WORDS: Record<AlertState, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
};

export const ALERT_STATES = ["unresolved", "open", "acknowledged", "snoozed", "resolved"] as const;
export type WantedState = (typeof ALERT_STATES)[number];

export interface AlertFilter {
  state?: WantedState;
}

export const FILTER_WORDS: Record<WantedState, string> = {
  unresolved: "Unresolved",
  open: "Open",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
};

/** For how long an alert can be put aside, in minutes. */
export const SNOOZES: readonly { minutes: number; label: string }[] = [
  { minutes: 60, label: "for an hour" },
  { minutes: 4 * 60, label: "for 4 hours" },
  { minutes: 24 * 60, label: "for a day" },
  { minutes: 7 * 24 * 60, label: "for a week" },
];
