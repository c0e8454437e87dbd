/** How CodeMirror looks here: the colours of the theme, and marks for what means something in a prompt. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { kindOf, MARKS, type MarkKind } from "./promptHighlights";

const DECORATIONS: Record<MarkKind, Decoration> = {
  variable: Decoration.mark({ class: "cm-variable-mark" }),
  tag: Decoration.mark({ class: "cm-tag-mark" }),
  json: Decoration.mark({ class: "cm-json-mark" }),
};

const decorator = new MatchDecorator({ regexp: MARKS, decoration: (match) => DECORATIONS[kindOf(match.groups)] });

export const promptMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = decorator.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const jsonColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: "var(--accent-ink)" },
    { tag: tags.string, color: "var(--ink)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--lilac)" },
    { tag: [tags.punctuation, tags.brace, tags.squareBracket, tags.separator], color: "var(--ink-subtle)" },
  ]),
);

export const codeTheme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: '"JetBrains Mono", Menlo, monospace', lineHeight: "21px" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-placeholder": { color: "var(--ink-subtle)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-subtle)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 10px", minWidth: "28px", fontSize: "11px" },
  ".cm-foldGutter .cm-gutterElement": { width: "16px", cursor: "pointer" },
  ".cm-fold-arrow": {
    display: "inline-block",
    width: "5px",
    height: "5px",
    margin: "8px 4px",
    borderRight: "1.5px solid var(--ink-subtle)",
    borderBottom: "1.5px solid var(--ink-subtle)",
    transform: "rotate(-45deg)",
  },
  // What is open needs no arrow until someone looks for one.
  ".cm-fold-open": { transform: "translateY(-1px) rotate(45deg)", opacity: "0", transition: "opacity 150ms" },
  ".cm-gutters:hover .cm-fold-open": { opacity: "1" },
  ".cm-foldPlaceholder": {
    color: "var(--ink-muted)",
    backgroundColor: "var(--surface-hover)",
    border: "1px solid var(--line-strong)",
    borderRadius: "4px",
    padding: "0 6px",
    margin: "0 4px",
  },
  ".cm-variable-mark": {
    color: "var(--lilac)",
    backgroundColor: "var(--lilac-soft)",
    borderRadius: "4px",
    padding: "1px 2px",
    margin: "0 -2px",
    fontWeight: "500",
  },
  ".cm-tag-mark": { color: "var(--accent-ink)" },
  ".cm-json-mark": { textDecoration: "underline dotted var(--control)", textUnderlineOffset: "4px" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--surface-hover)",
    outline: "1px solid var(--line-strong)",
  },
});
