import { expect, it } from "vitest";
import { visibleText } from "./visibleText";

it("leaves letters, markup, tabs, lines and other scripts alone", () => {
  const text = "<b>\tx</b>\n# Title שלום مرحبا 👩‍👩‍👧";
  expect(visibleText(text)).toBe(text);
});

it("shows what hides or turns the order of the text", () => {
  expect(visibleText("\u001b[31mred\u0007")).toBe("␛[31mred␇");
  expect(visibleText("user\u202Etxt.exe\u2066")).toBe("user[U+202E]txt.exe[U+2066]");
  expect(visibleText("a\u200bb\u{E0041}")).toBe("a[U+200B]b[U+E0041]");
});

it("takes one line end for another, but shows a lone return, which overwrites in a terminal", () => {
  expect(visibleText("a\r\nb\rc")).toBe("a\nb␍c");
});
