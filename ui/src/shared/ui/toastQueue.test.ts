import { expect, it } from "vitest";
import { queueToast } from "./toastQueue";

it("shows three, lets the others wait and shows them in turn", () => {
  const shown: string[] = [];
  const close: (() => void)[] = [];
  const add = (name: string, key?: string) =>
    queueToast((gone) => {
      shown.push(name);
      close.push(gone);
    }, key);
  ["one", "two", "three", "four"].forEach((name) => add(name));
  add("five", "same");
  add("five again", "same");
  expect(shown).toEqual(["one", "two", "three"]);

  close[0]?.();
  close[0]?.();
  expect(shown).toEqual(["one", "two", "three", "four"]);
  close[1]?.();
  close[2]?.();
  expect(shown).toEqual(["one", "two", "three", "four", "five"]);
});
