import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { diffWords } from "@/shared/text/wordDiff";
import { DiffSide } from "./DiffText";

const pieces = diffWords("Dear customer, open the app and look there", "Dear friend, open the app and then");

it("shows each text whole, with its own words marked", () => {
  const before = render(<DiffSide pieces={pieces} side="before" />).container;
  expect(before.textContent).toBe("Dear customer, open the app and look there");
  expect([...before.querySelectorAll("del")].map(({ textContent }) => textContent)).toEqual([
    "customer,",
    "look there",
  ]);
  const after = render(<DiffSide pieces={pieces} side="after" />).container;
  expect([...after.querySelectorAll("ins")].map(({ textContent }) => textContent)).toEqual(["friend,", "then"]);
});

it("does not call different what may only have been cut", () => {
  const before = render(<DiffSide pieces={pieces} side="before" cut />).container;
  expect(before.textContent).toBe("Dear customer, open the app and look there…");
  expect([...before.querySelectorAll("del")].map(({ textContent }) => textContent)).toEqual(["customer,"]);
});
