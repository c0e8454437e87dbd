import { render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { expect, it, vi } from "vitest";
import { notify } from "./notify";
import { Toaster } from "./Toaster";

it.each([
  ["success", 4_000],
  ["info", 4_000],
  ["warning", 6_000],
  ["error", 8_000],
] as const)("shows %s with its icon and its edge, for %i ms", async (kind, duration) => {
  const shown = vi.spyOn(toast, kind);
  render(<Toaster />);
  notify[kind]("News");
  expect(shown.mock.calls[0]?.[1]?.duration).toBe(duration);
  const item = (await screen.findByText("News")).closest("[data-sonner-toast]");
  expect(item?.getAttribute("data-type")).toBe(kind);
  expect(item?.className).toContain(`border-${kind}-mark`);
  expect(item?.querySelector(`svg.text-${kind}-mark`)).not.toBeNull();
  shown.mock.calls[0]?.[1]?.onDismiss?.({ id: 0 });
  toast.dismiss();
});
