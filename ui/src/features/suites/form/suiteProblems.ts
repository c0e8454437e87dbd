/** Why the server does not take a recipe, on the fields of the form. Pure. */
import { problemsOf, type RunProblem } from "@/features/runs";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { asOrderField } from "./suiteForm";

export function problemsOfSuite(error: unknown): RunProblem[] {
  if (!(error instanceof ApiError)) return [];
  const listed = Array.isArray(error.details["problems"])
    ? (error.details["problems"] as RunProblem[])
    : problemsOf(error);
  const found =
    listed.length > 0 ? listed : fieldProblems(error).map(({ path, message }) => ({ field: path, message }));
  return found.map((problem) => ({ ...problem, field: asOrderField(problem.field) }));
}
