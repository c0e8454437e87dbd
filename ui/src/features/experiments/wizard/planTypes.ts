/** The plan of an experiment as the server keeps it and takes it. */
import type { Experiment, ExperimentForecast, ExperimentPlan, ExperimentPlanBody } from "@/api/types";

export type Plan = ExperimentPlan;
/** As it is sent: all of it, each time. */
export type PlanBody = ExperimentPlanBody;
/** Criteria as they are sent. */
export type SentCriteria = NonNullable<PlanBody["criteria"]>;
export type PlanJudge = Plan["judges"][number];
export type Safety = Plan["safety"];
export type Draft = Experiment;
export type StepProblem = Draft["problems"][number];
export type PlanForecast = ExperimentForecast;
export type Span = PlanForecast["total"]["tokens"] | NonNullable<PlanForecast["total"]["usd"]>;
