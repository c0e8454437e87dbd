import { expect, it } from "vitest";
import { ApiError } from "@/shared/http/apiError";
import { problemsOfSuite } from "./suiteProblems";

it("puts every reason of the server on its field", () => {
  const problems = [
    { code: "no_label", field: "prompts.0.label", message: "No version has this label" },
    { code: "bad_suite", field: "thresholds.score", message: "A threshold must be between 0 and 1" },
  ];
  expect(
    problemsOfSuite(new ApiError(422, { code: "RUN_NOT_READY", details: { problems } })).map(({ field }) => field),
  ).toEqual(["versions.0.label", "thresholds.score"]);
});

it("knows a single field, and what belongs to none", () => {
  expect(
    problemsOfSuite(new ApiError(409, { code: "NAME_TAKEN", message: "There is one already", path: "name" })),
  ).toEqual([{ field: "name", message: "There is one already" }]);
  expect(problemsOfSuite(new ApiError(500, {}))).toEqual([]);
  expect(problemsOfSuite(new Error("network"))).toEqual([]);
});
