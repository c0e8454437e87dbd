import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Sparkline } from "../Sparkline";
import type { Moment } from "./timelineTypes";
import { across, nearest, spanOf, timeTicks } from "./timeAxis";
import { TimelineChart } from "./TimelineChart";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOON = new Date(2026, 10, 3, 12).getTime();

describe("the axis of a timeline", () => {
  it("covers all moments, and puts a single one in the middle", () => {
    const span = spanOf([NOON, NOON + DAY]);
    expect(span.from).toBeLessThan(NOON);
    expect(span.to).toBeGreaterThan(NOON + DAY);
    expect(across(NOON, spanOf([NOON]), 100)).toBe(50);
  });
  it("marks minutes, hours and days as long as they can be read", () => {
    expect(timeTicks({ from: NOON, to: NOON + 4 * MINUTE }, 6).map(({ label }) => label)).toEqual([
      "12:00",
      "12:01",
      "12:02",
      "12:03",
      "12:04",
    ]);
    const week = timeTicks({ from: NOON, to: NOON + 7 * DAY }, 8);
    expect(week.map(({ label }) => label)).toEqual(["Nov 4", "Nov 5", "Nov 6", "Nov 7", "Nov 8", "Nov 9", "Nov 10"]);
    expect(timeTicks({ from: NOON, to: NOON + 400 * DAY }, 8).length).toBeLessThanOrEqual(8);
  });
  it("says the date where a day begins", () => {
    const night = timeTicks({ from: NOON + 11 * 60 * MINUTE, to: NOON + 13 * 60 * MINUTE }, 4).map(
      ({ label }) => label,
    );
    expect(night).toContain("Nov 4");
    expect(night[0]).toBe("23:00");
  });
  it("finds the moment that is pointed at", () => {
    expect(nearest([{ at: 0 }, { at: 10 }], 6)).toEqual({ at: 10 });
    expect(nearest([], 6)).toBeNull();
  });
});

describe("a timeline", () => {
  const moments: Moment[] = [0.8, 0.7, 0.6].map((value, index) => ({
    key: `run ${index + 1}`,
    at: NOON + index * DAY,
    readings: { all: { value, low: value - 0.1, high: value + 0.1 } },
    alert: index === 2 ? { severity: "critical", series: null } : null,
  }));
  const draw = (onOpen = vi.fn()) => {
    const { container } = render(
      <TimelineChart
        title="Score over time"
        moments={moments}
        series={[{ key: "all", label: "All", colour: 1 }]}
        usual={{ value: 0.8, low: 0.75, high: 0.85, label: "usual 0.80" }}
        format={String}
        tip={({ key }) => `tip of ${key}`}
        say={({ key }) => `words of ${key}`}
        onOpen={onOpen}
      />,
    );
    return { container, onOpen };
  };

  it("is read run by run with the keys, and opens a run with Enter", async () => {
    const { onOpen } = draw();
    await userEvent.tab();
    expect(screen.queryByRole("tooltip")).toBeNull();
    await userEvent.keyboard("{ArrowLeft}");
    expect(screen.getByRole("tooltip").textContent).toBe("tip of run 3");
    expect(screen.getByRole("status").textContent).toBe("words of run 3");
    await userEvent.keyboard("{ArrowLeft}{Home}{ArrowRight}");
    expect(screen.getByRole("tooltip").textContent).toBe("tip of run 2");
    await userEvent.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledWith(moments[1]);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("tooltip")).toBeNull();
  });
  it("draws a triangle only where an alert was raised", () => {
    const { container } = draw();
    const line = container.querySelector("[data-series=all]");
    expect(line?.querySelectorAll("circle").length).toBe(2);
    expect(
      [...(line?.querySelectorAll("path") ?? [])].filter((path) => path.getAttribute("fill") === "var(--error-mark)")
        .length,
    ).toBe(1);
  });
  it("breaks the line where a run has no value", () => {
    const gap: Moment[] = moments.map((moment, index) =>
      index === 1 ? { ...moment, readings: { all: null } } : moment,
    );
    const { container } = render(
      <TimelineChart
        title="Score"
        moments={gap}
        series={[{ key: "all", label: "All", colour: 1 }]}
        format={String}
        tip={() => ""}
        say={() => ""}
      />,
    );
    expect([...container.querySelectorAll("[data-series=all] path[fill=none]")].length).toBe(2);
  });
});

describe("a sparkline", () => {
  it("says what it shows and has a gap where nothing is known", () => {
    render(<Sparkline values={[0.8, null, 0.7]} label="Score of the last 3 runs" />);
    const drawing = screen.getByRole("img", { name: "Score of the last 3 runs" });
    expect(drawing.querySelector("path")?.getAttribute("d")?.match(/M/g)?.length).toBe(2);
  });
  it("is words where there is nothing to draw", () => {
    render(<Sparkline values={[null]} label="Score" />);
    expect(screen.getByText("no points yet")).toBeTruthy();
  });
});
