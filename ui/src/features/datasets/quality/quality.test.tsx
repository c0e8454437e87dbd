import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/shared/ui/Tooltip";
import { KindFilter } from "./KindFilter";
import { QualityMap } from "./QualityMap";
import { type QuestionActs, QuestionTable } from "./QuestionTable";
import { mapSentence, spotAt, spotsOf } from "./questionSpots";
import type { QualityItem, QualityPoint } from "./types";
import { discriminationText, signed } from "./questionPhrasing";

const AREA = { width: 400, height: 200 };
const point = (part: Partial<QualityPoint> = {}): QualityPoint => ({
  case: "c",
  position: 1,
  easiness: 0.5,
  discrimination: 0.4,
  kind: null,
  ...part,
});
const item = (part: Partial<QualityItem> = {}): QualityItem => ({
  case: "c",
  position: 7,
  text: "What is <b>2 + 2</b>?",
  expected: "5",
  tags: [],
  difficulty: 2,
  easiness: 0.1,
  discrimination: -0.6,
  low: -0.9,
  high: -0.1,
  answers: 24,
  columns: 8,
  suspicions: [
    {
      kind: "wrong_key",
      strength: 0.9,
      like_case: null,
      like_position: null,
      like_text: null,
      sentence: "Strong models agree on another answer.",
      dismissed: false,
    },
  ],
  ...part,
});

describe("spots", () => {
  it("stand hard at the left, easy at the right, telling on top", () => {
    const [spot] = spotsOf([point({ easiness: 1, discrimination: 1 })], AREA);
    expect([spot?.x, spot?.y]).toEqual([400, 0]);
    const [low] = spotsOf([point({ easiness: 0, discrimination: -1 })], AREA);
    expect([low?.x, low?.y]).toEqual([0, 200]);
  });
  it("fall together where questions do, larger for more of them, and never hide a suspected one", () => {
    const spots = spotsOf([point(), point(), point({ easiness: 0.9 }), point({ kind: "flat" })], AREA);
    expect(spots.map(({ points, suspected }) => [points.length, suspected])).toEqual([
      [2, false],
      [1, false],
      [1, true],
    ]);
    expect(spots[0]?.radius).toBeGreaterThan(spots[1]?.radius ?? 0);
  });
  it("leave out what cannot be placed, and nothing else", () => {
    const spots = spotsOf([point({ discrimination: null }), point()], AREA);
    expect(spots.flatMap(({ points }) => points)).toHaveLength(1);
  });
  it("of ten thousand questions are few enough to draw, and count them all", () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      point({ easiness: (index % 101) / 100, discrimination: ((index * 7) % 201) / 100 - 1 }),
    );
    const spots = spotsOf(many, AREA);
    expect(spots.length).toBeLessThan(2_500);
    expect(spots.reduce((all, { points }) => all + points.length, 0)).toBe(10_000);
  });
  it("are found near the pointer and not far from it", () => {
    const spots = spotsOf([point({ easiness: 0 }), point({ easiness: 1 })], AREA);
    expect(spotAt(spots, 396, 60)?.x).toBe(400);
    expect(spotAt(spots, 200, 60)).toBeNull();
  });
});

describe("words", () => {
  it("say how sure a number is, with a proper minus", () => {
    expect(discriminationText(item())).toBe("−0.60 (−0.90 to −0.10)");
    expect(discriminationText(item({ discrimination: null }))).toBe("too few columns");
    expect(signed(-0.001)).toBe("0.00");
  });
  it("say what the drawing shows", () => {
    expect(mapSentence([point(), point({ discrimination: -0.2 }), point({ discrimination: null })])).toBe(
      "1 of 2 questions tell strong models from weak ones well. On 1 weak models do better than strong ones.",
    );
  });
});

const acts = (part: Partial<QuestionActs> = {}): QuestionActs => ({
  edits: true,
  generates: true,
  busy: false,
  onToggle: vi.fn(),
  onOpen: vi.fn(),
  onDismiss: vi.fn(),
  onLike: vi.fn(),
  onRetire: vi.fn(),
  ...part,
});
const table = (given: QuestionActs, one = item()) =>
  render(
    <TooltipProvider>
      <QuestionTable items={[one]} chosen={new Set()} acts={given} />
    </TooltipProvider>,
  );

describe("the table", () => {
  it("shows the question as text, and the reason in a sentence", () => {
    const { container } = table(acts());
    expect(container.querySelector("b")).toBeNull();
    expect(container.textContent).toContain("What is <b>2 + 2</b>?");
    expect(screen.getByText("Strong models agree on another answer.")).toBeTruthy();
  });
  it("lets a person say that it does not count, and offers more like it", async () => {
    const given = acts();
    const one = item();
    table(given, one);
    await userEvent.click(screen.getByRole("button", { name: "Dismiss Wrong key" }));
    expect(given.onDismiss).toHaveBeenCalledWith("c", one.suspicions[0], true);
    await userEvent.click(screen.getByRole("button", { name: "Actions for case 7" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Add more like this" }));
    expect(given.onLike).toHaveBeenCalledWith(["c"]);
  });
  it("only tells those who may only read", () => {
    table(acts({ edits: false, generates: false }));
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /Dismiss/ })).toBeNull();
  });
});

it("filters by what is suspected, and not by what nobody is suspected of", async () => {
  const choose = vi.fn();
  render(
    <KindFilter
      counts={{ wrong_key: 2, ambiguous: 0, duplicate: 0, saturated: 0, hopeless: 0, flat: 0 }}
      keys={{ questions: 40, models: 6, models_needed: 5 }}
      chosen={null}
      onChoose={choose}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: /Ambiguous/ }));
  expect(choose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: /Wrong key/ }));
  expect(choose).toHaveBeenCalledWith("wrong_key");
});

it("says that there are not enough models to tell a wrong key", () => {
  render(
    <KindFilter
      counts={{ wrong_key: 0, ambiguous: 0, duplicate: 0, saturated: 0, hopeless: 0, flat: 0 }}
      keys={{ questions: 0, models: 3, models_needed: 5 }}
      chosen={null}
      onChoose={vi.fn()}
    />,
  );
  expect(screen.getByRole("button", { name: /Wrong key.*Not enough models: 3 of 5/ })).toBeDefined();
});

it("has a table behind the drawing that leads to each case", async () => {
  const open = vi.fn();
  render(
    <TooltipProvider>
      <QualityMap points={[point({ position: 4, kind: "flat" })]} onOpen={open} />
    </TooltipProvider>,
  );
  expect(screen.getByRole("img").getAttribute("aria-label")).toContain("1 of 1 questions");
  await userEvent.click(screen.getByRole("button", { name: "Show as a table: Easiness and discrimination" }));
  expect(screen.getByText("No discrimination")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Case 4" }));
  expect(open).toHaveBeenCalledWith("c");
});
