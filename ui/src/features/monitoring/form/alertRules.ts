/** The alert rules of a monitor in plain words, in the order people think of them. The form is drawn from this. */

type RuleGroup = "Quality" | "Time and money" | "The runs themselves";

/** A rule that is on or off. */
export type Flag = "drop" | "change_point" | "judge_drift" | "missed" | "failed" | "budget" | "retirement";
/** A rule with a number; it is off without one. */
export type Measure =
  | "drop_share"
  | "threshold_score"
  | "threshold_pass_rate"
  | "latency_ratio"
  | "cost_ratio"
  | "predicted_below";

interface RuleText {
  group: RuleGroup;
  /** Before the number, and after it. */
  before: string;
  after?: string;
  hint: string;
}

export interface FlagRule extends RuleText {
  kind: "flag";
  name: Flag;
}

export interface MeasureRule extends RuleText {
  kind: "measure";
  name: Measure;
  after: string;
  /** Kept as a share, shown as percent. */
  percent: boolean;
  /** What is proposed when the rule is switched on. */
  usual: number;
  low: number;
  high: number;
}

export const RULES: readonly (FlagRule | MeasureRule)[] = [
  {
    kind: "flag",
    name: "drop",
    group: "Quality",
    before: "The score falls significantly",
    hint: "Compared with the baseline case by case. At most five false alarms in a hundred runs.",
  },
  {
    kind: "measure",
    name: "drop_share",
    group: "Quality",
    before: "The score falls by more than",
    after: "% of the baseline",
    percent: true,
    usual: 0.1,
    low: 0.01,
    high: 0.9,
    hint: "Only if the fall is larger than the usual variation between runs.",
  },
  {
    kind: "measure",
    name: "threshold_score",
    group: "Quality",
    before: "The score is below",
    after: "",
    percent: false,
    usual: 0.7,
    low: 0,
    high: 1,
    hint: "An absolute limit, independent of the baseline.",
  },
  {
    kind: "measure",
    name: "threshold_pass_rate",
    group: "Quality",
    before: "Fewer answers pass than",
    after: "%",
    percent: true,
    usual: 0.8,
    low: 0,
    high: 1,
    hint: "For scorers that pass or fail an answer.",
  },
  {
    kind: "flag",
    name: "change_point",
    group: "Quality",
    before: "The score shifts and stays at a new level",
    hint: "Detects a small shift that only shows over several runs.",
  },
  {
    kind: "measure",
    name: "predicted_below",
    group: "Quality",
    before: "The trend predicts a score below",
    after: "within a week",
    percent: false,
    usual: 0.7,
    low: 0,
    high: 1,
    hint: "An early warning, from at least three runs.",
  },
  {
    kind: "flag",
    name: "judge_drift",
    group: "Quality",
    before: "The judge scores differently than it used to",
    hint: "Frozen answers are scored again with each run: if their scores change, the judge changed and not your prompt.",
  },
  {
    kind: "measure",
    name: "latency_ratio",
    group: "Time and money",
    before: "Answers take",
    after: "times as long as usual",
    percent: false,
    usual: 1.5,
    low: 1.1,
    high: 100,
    hint: "Only if they also take at least 200 ms longer, so that fast answers raise no alert.",
  },
  {
    kind: "measure",
    name: "cost_ratio",
    group: "Time and money",
    before: "A run costs",
    after: "times what is usual",
    percent: false,
    usual: 1.5,
    low: 1.1,
    high: 100,
    hint: "Measured per answer, so that more cases raise no alert.",
  },
  {
    kind: "flag",
    name: "budget",
    group: "Time and money",
    before: "The daily limit is used up",
    hint: "The suite pauses until midnight UTC.",
  },
  {
    kind: "flag",
    name: "failed",
    group: "The runs themselves",
    before: "A run fails or cannot start",
    hint: "The alert gives the reason.",
  },
  {
    kind: "flag",
    name: "missed",
    group: "The runs themselves",
    before: "A run was missed",
    hint: "The server was down when it was due.",
  },
  {
    kind: "flag",
    name: "retirement",
    group: "The runs themselves",
    before: "A model is shut down soon",
    hint: "From 90 days before the date that its provider announced.",
  },
];

export const RULE_GROUPS: readonly RuleGroup[] = ["Quality", "Time and money", "The runs themselves"];
