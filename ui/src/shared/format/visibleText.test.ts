import { expect, it } from "vitest";
import { visible } from "./visibleText";

it("leaves letters, markup, tabs, lines and other scripts alone", () => {
  const text = "<b>\tx</b>\n# Title שלום مرحبا 👩‍👩‍👧";
  expect(visible(text)).toBe(text);
});

it("shows what hides or turns the order of the text", () => {
  expect(visible("\u001b[31mred\u0007")).toBe("␛[31mred␇");
  expect(visible("user\u202Etxt.exe\u2066")).toBe("user[U+202E]txt.exe[U+2066]");
  expect(visible("a\u200bb\u{E0041}")).toBe("a[U+200B]b[U+E0041]");
});

it("takes one line end for another, but shows a lone return, which overwrites in a terminal", () => {
  expect(visible("a\r\nb\rc")).toBe("a\nb␍c");
});
