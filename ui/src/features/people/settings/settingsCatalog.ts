/** Every project setting: what it is called, what it means and what it may be. The form is drawn from this. */
import { z } from "zod";
import { descriptionSchema, nameSchema } from "@/features/people/projects";
import { PROVIDER_NAMES, PROVIDERS } from "@/shared/format/providers";

export const PROVIDER_OPTIONS = PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] }));

const number = (what: string) => z.number(`Enter ${what}`);

export const settingsSchema = z.object({
  name: nameSchema,
  description: descriptionSchema,
  default_provider: z.enum(PROVIDERS),
  default_budget_usd: number("an amount").min(0.01, "At least $0.01").max(10_000, "At most $10,000"),
  default_max_iterations: number("a number").int("Enter a whole number").min(1, "At least 1").max(100, "At most 100"),
  allow_synthetic_datasets: z.boolean(),
  require_review_approval: z.boolean(),
  cost_alert_percent: number("a percentage").min(0, "At least 0").max(100, "At most 100"),
  retention_days: number("a number of days").int("Enter whole days").min(0, "At least 0").max(3650, "At most 3650"),
  answer_reuse_minutes: number("a number of minutes")
    .int("Enter whole minutes")
    .min(0, "At least 0")
    .max(43_200, "At most 43200 (30 days)"),
  main_metric: z.string(),
});

export type SettingsValues = z.infer<typeof settingsSchema>;

export interface NumberSetting {
  key:
    | "default_budget_usd"
    | "default_max_iterations"
    | "cost_alert_percent"
    | "retention_days"
    | "answer_reuse_minutes";
  label: string;
  hint: string;
  unit: string;
  step: number;
}

export const NUMBER_SETTINGS: readonly NumberSetting[] = [
  {
    key: "default_budget_usd",
    label: "Default budget",
    unit: "USD",
    step: 0.01,
    hint: "The budget of a new experiment, unless it sets its own.",
  },
  {
    key: "cost_alert_percent",
    label: "Cost alert",
    unit: "%",
    step: 1,
    hint: "Warn when this share of a budget is used.",
  },
  {
    key: "default_max_iterations",
    label: "Maximum iterations",
    unit: "rounds",
    step: 1,
    hint: "How many rounds of improvement an experiment tries.",
  },
  {
    key: "answer_reuse_minutes",
    label: "Reuse answers for",
    unit: "minutes",
    step: 1,
    hint: "An identical call gets the stored answer and costs nothing. 0 turns this off.",
  },
];

export const RETENTION_SETTING: NumberSetting = {
  key: "retention_days",
  label: "Keep runs and calls for",
  unit: "days",
  step: 1,
  hint: "Counted from the end of a run. 0 keeps everything.",
};

export interface SwitchSetting {
  key: "allow_synthetic_datasets" | "require_review_approval";
  label: string;
  hint: string;
}

export const SWITCH_SETTINGS: readonly SwitchSetting[] = [
  {
    key: "require_review_approval",
    label: "Require review",
    hint: "A person must approve every refinement before it is used.",
  },
  { key: "allow_synthetic_datasets", label: "Allow synthetic datasets", hint: "Let models write test cases." },
];
