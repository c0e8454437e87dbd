import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { GridRow } from "@/api/types";
import { CaseCell } from "./CaseCell";

const text = (words: string) => ({ text: words, truncated: false, file: null });

it("shows the question before the short values of a case, in whatever order they come", () => {
  const values = {
    id: text("A-1"),
    level: text("easy"),
    question: text("How do I reset my password?"),
    tag: text("x"),
  };
  const html = renderToStaticMarkup(<CaseCell row={{ values } as unknown as GridRow} />);
  const names = [...html.matchAll(/<dt[^>]*>([^<]+)/g)].map(([, name]) => name);
  expect(names).toEqual(["question", "level", "id"]);
  expect(html).toContain("+1 more");
});
