/** Folding in CodeMirror: a gutter with small arrows, for prompts by tags and indentation. */
import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { EditorView, keymap } from "@codemirror/view";
import { foldEnd } from "./foldRanges";

export const promptFolds = foldService.of(({ doc }, lineStart) => {
  const line = doc.lineAt(lineStart);
  const end = foldEnd({ count: doc.lines, text: (at) => doc.line(at).text }, line.number);
  return end === null ? null : { from: line.to, to: doc.line(end).to };
});

function arrow(open: boolean): HTMLElement {
  const mark = document.createElement("span");
  mark.className = open ? "cm-fold-arrow cm-fold-open" : "cm-fold-arrow";
  mark.title = open ? "Fold" : "Unfold";
  return mark;
}

/** The gutter of arrows is margin enough. */
const nearer = EditorView.theme({ ".cm-line": { padding: "0 12px 0 2px" } });

export const folding = [
  nearer,
  codeFolding({ placeholderText: "…" }),
  foldGutter({ markerDOM: arrow }),
  keymap.of(foldKeymap),
];
