/** What the API sends about experiments, under the names these screens use. */
import type { ComparisonResult, Experiment, IterationStage, SplitCase } from "@/api/types";

export type {
  Experiment,
  ExperimentChange,
  ExperimentForecast,
  ExperimentReport,
  ExperimentState,
  Iteration,
  IterationCard,
  IterationPage,
  IterationStage,
  IterationState,
  IterationVerdict,
  SplitCase,
  StopRules,
} from "@/api/types";

export type VerdictWord = ComparisonResult["verdict"];
export type SplitName = SplitCase["split"];
export type StageName = IterationStage["stage"];
export type StageState = IterationStage["state"];
export type Estimate = NonNullable<Experiment["best"]>;
