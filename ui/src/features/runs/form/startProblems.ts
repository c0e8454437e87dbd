/** Reasons why a run cannot start, as the server tells them. Pure. */
import { ApiError, hasCode } from "@/shared/http/apiError";
import type { RunProblem } from "./runForm";

export function problemsOf(error: unknown): RunProblem[] {
  if (hasCode(error, "RUN_NOT_READY") && Array.isArray(error.details["problems"]))
    return error.details["problems"] as RunProblem[];
  return error instanceof ApiError && error.path ? [{ field: error.path, message: error.message }] : [];
}

export function dedupe(problems: readonly RunProblem[]): RunProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.field} ${problem.message}`, problem])).values()];
}
