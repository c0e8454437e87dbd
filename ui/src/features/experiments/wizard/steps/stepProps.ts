/** What every step of the wizard is given. */
import type { ReactNode } from "react";
import type { Project } from "@/api/types";
import type { Draft, StepProblem } from "../planTypes";
import type { PlanForm } from "../wizardForm";
import type { ForecastState } from "../useExperimentForecast";

export interface StepProps {
  project: Project;
  experiment: Draft;
  form: PlanForm;
  /** Of this step only. */
  problems: readonly StepProblem[];
  /** Mark what is missing, too: someone has tried to go on. */
  tried: boolean;
  change: (part: Partial<PlanForm>) => void;
  /** What it will come to; stands below the assistant. */
  beside: ReactNode;
  forecast: ForecastState;
}
