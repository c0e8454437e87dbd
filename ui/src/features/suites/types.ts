/** What the API sends about suites, under the names these screens use. */
import type { Execution, RecipeBody, Suite, SuiteCard } from "@/api/types";

export type {
  Execution,
  ExecutionForecast,
  RecipeBody,
  Suite,
  SuiteBody,
  SuiteCard,
  SuiteChange,
  SuiteFileCheck,
  SuiteFromRun,
} from "@/api/types";

export type SuiteState = SuiteCard["state"];
export type ExecutionState = Execution["state"];
export type Trigger = Execution["trigger"];
export type Recipe = Suite["recipe"];
export type PromptPart = Recipe["prompts"][number];
export type DatasetPart = NonNullable<Recipe["dataset"]>;
export type SuiteTarget = Recipe["targets"][number];
export type Thresholds = Recipe["thresholds"];
export type TargetBody = RecipeBody["targets"][number];
