import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Verbatim } from "./Verbatim";

const HOSTILE = '<img src="x" onerror="alert(1)"><script>alert(2)</script><b>bold</b>';

it("shows markup letter by letter and never as elements of the page", () => {
  render(<Verbatim label="Answer">{HOSTILE}</Verbatim>);
  const region = screen.getByRole("region", { name: "Answer" });
  expect(region.textContent).toBe(HOSTILE);
  expect(region.querySelector("img, script, b")).toBeNull();
});

it("shows characters that hide", () => {
  render(<Verbatim label="Answer">{"pay\u202Eno"}</Verbatim>);
  expect(screen.getByRole("region", { name: "Answer" }).textContent).toBe("pay[U+202E]no");
});
