import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useVoteKeys } from "./useVoteKeys";

function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
}

it("votes once for a key that is held, and never while someone types or a dialog is open", () => {
  const wish = vi.fn();
  renderHook(() => useVoteKeys(wish));
  press("1");
  press("1", { repeat: true });
  press("t", { ctrlKey: true });
  expect(wish.mock.calls).toEqual([["left"]]);

  const field = document.body.appendChild(document.createElement("input"));
  press("2", {}, field);
  field.remove();
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  press("2");
  dialog.remove();
  expect(wish).toHaveBeenCalledTimes(1);
  press("2");
  expect(wish).toHaveBeenLastCalledWith("right");
});
