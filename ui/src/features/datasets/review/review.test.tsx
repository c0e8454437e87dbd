import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { JudgedTable } from "./JudgedTable";
import { headOf, markText, verdictOf } from "./judgeScores";
import { EMPTY_REVIEW, reviewName, reviewProblem, toReviewOrder } from "./reviewForm";
import type { JudgedQuestion, ReviewJudge } from "./types";

const MODELS = [
  { id: "m1", title: "One" },
  { id: "m2", title: "Two" },
];

it("heads the column of a judge as shortly as tells it from the others", () => {
  const made = { name: "gpt-4o, question quality", model_name: "gpt-4o" };
  expect(headOf(made, [made, { name: "Strict", model_name: "o3" }])).toBe("gpt-4o");
  expect(headOf(made, [made, { name: "Strict", model_name: "gpt-4o" }])).toBe("gpt-4o, question quality");
  expect(headOf({ name: "Strict", model_name: "o3" }, [made, { name: "Strict", model_name: "o3" }])).toBe("Strict");
});

describe("starting a review", () => {
  it("needs someone who judges, and something to judge by", () => {
    expect(reviewProblem(EMPTY_REVIEW)).toBe("Choose at least one model that judges");
    expect(reviewProblem({ ...EMPTY_REVIEW, models: MODELS })).toBeNull();
    expect(reviewProblem({ ...EMPTY_REVIEW, models: MODELS, criteria: [] })).toContain("Choose a criterion");
    expect(reviewProblem({ ...EMPTY_REVIEW, models: MODELS, criteria: [], instructions: "Rate 1 to 10" })).toBeNull();
    expect(reviewProblem({ ...EMPTY_REVIEW, by: "judges", models: MODELS })).toBe("Choose at least one judge");
  });
  it("sends criteria in one order, and nothing that was left empty", () => {
    expect(toReviewOrder({ ...EMPTY_REVIEW, models: MODELS, criteria: ["originality", "clarity"] })).toEqual({
      name: "",
      instructions: "",
      models: ["m1", "m2"],
      criteria: ["clarity", "originality"],
    });
    expect(
      toReviewOrder({
        ...EMPTY_REVIEW,
        by: "judges",
        judges: ["j"],
        models: MODELS,
        instructions: "x",
        name: " First ",
      }),
    ).toEqual({ name: "First", instructions: "", judges: ["j"] });
  });
  it("is called by its name or its number", () => {
    expect(reviewName({ number: 12, name: "" })).toBe("Review #12");
    expect(reviewName({ number: 12, name: "First" })).toBe("#12: First");
  });
});

const judge = (scorer: number, name: string): ReviewJudge => ({
  scorer,
  judge: `j${scorer}`,
  version: 1,
  name,
  model_name: "m",
  mean: 0.5,
  scored: 1,
  errors: 0,
  not_applicable: 0,
});
const question: JudgedQuestion = {
  case: "c",
  position: 3,
  text: "Why is <i>it</i> so?",
  tags: ["logic"],
  difficulty: null,
  current: false,
  mean: 0.74,
  spread: 0.1,
  verdicts: [
    {
      scorer: 0,
      state: "scored",
      overall: 0.74,
      criteria: { Clarity: 0.9 },
      reasons: { Clarity: "Plain <script>words</script>" },
      reason: "Good on the whole",
      problem: null,
    },
    {
      scorer: 1,
      state: "error",
      overall: null,
      criteria: {},
      reasons: {},
      reason: null,
      problem: "The judge timed out",
    },
  ],
};

describe("marks", () => {
  it("read out of ten, and a dash where there is none", () => {
    expect(markText(0.74)).toBe("7.4");
    expect(markText(null)).toBe("–");
    expect(verdictOf(question, 1)?.state).toBe("error");
    expect(verdictOf(question, 9)).toBeNull();
  });
});

describe("the table of judged questions", () => {
  const judges = [judge(0, "Strict"), judge(1, "Kind")];
  it("has a column for each judge, and says what failed", () => {
    render(<JudgedTable questions={[question]} judges={judges} />);
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Question",
      "Strict",
      "Kind",
      "Mean",
      "Spread",
    ]);
    expect(screen.getByText("failed")).toBeTruthy();
    expect(screen.getByText("changed since the review")).toBeTruthy();
  });
  it("says of whom it still waits for", () => {
    const [given] = question.verdicts;
    const waiting = {
      scorer: 1,
      state: "pending" as const,
      overall: null,
      criteria: {},
      reasons: {},
      reason: null,
      problem: null,
    };
    render(
      <JudgedTable
        questions={[{ ...question, verdicts: given ? [given, waiting] : [waiting], spread: null }]}
        judges={judges}
      />,
    );
    expect(screen.getByText("waiting")).toBeTruthy();
    expect(screen.queryByText("failed")).toBeNull();
  });
  it("opens to the reasons, as text", async () => {
    const { container } = render(<JudgedTable questions={[question]} judges={judges} />);
    expect(screen.queryByText("Good on the whole")).toBeNull();
    await userEvent.click(screen.getByRole("button", { expanded: false }));
    expect(screen.getByText("Good on the whole")).toBeTruthy();
    expect(screen.getByText("Plain <script>words</script>")).toBeTruthy();
    expect(screen.getByText("The judge timed out")).toBeTruthy();
    expect(container.querySelector("script, i")).toBeNull();
  });
  it("needs no mean and no spread of a single judge", () => {
    render(<JudgedTable questions={[question]} judges={[judge(0, "Strict")]} />);
    expect(screen.queryByRole("columnheader", { name: "Mean" })).toBeNull();
  });
});
