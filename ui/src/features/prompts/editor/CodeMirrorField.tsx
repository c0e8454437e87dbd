import { json } from "@codemirror/lang-json";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import CodeMirror from "@uiw/react-codemirror";
import { useMemo } from "react";
import type { CodeFieldProps } from "./codeFieldProps";
import { folding, promptFolds } from "./codeFolding";
import { codeTheme, jsonColours, promptMarks } from "./codeTheme";
import { useEditorMode } from "./editorMode";

const PROMPT_SETUP = {
  lineNumbers: false,
  // Ours stands in its place.
  foldGutter: false,
  foldKeymap: false,
  highlightActiveLine: false,
  highlightActiveLineGutter: false,
  autocompletion: false,
  // A brace that closes itself gets in the way of {{name}}.
  closeBrackets: false,
  bracketMatching: false,
  highlightSelectionMatches: false,
  indentOnInput: false,
  syntaxHighlighting: false,
  // The browser's own search finds it as well, and looks as people know it.
  searchKeymap: false,
} as const;

const NUMBERED_SETUP = { ...PROMPT_SETUP, lineNumbers: true } as const;
const JSON_SETUP = { ...NUMBERED_SETUP, bracketMatching: true, closeBrackets: true, indentOnInput: true } as const;

/** Loaded when it is first needed: CodeMirror is larger than everything else on the page. */
export default function CodeMirrorField(props: CodeFieldProps) {
  const {
    label,
    value,
    onChange,
    language = "prompt",
    placeholder,
    readOnly = false,
    invalid = false,
    describedBy,
    minHeight = "6rem",
    begins = false,
  } = props;
  const { numbered, wrap, onToggleWrap, runs } = useEditorMode();
  const extensions = useMemo(
    () => [
      codeTheme,
      wrap ? EditorView.lineWrapping : [],
      EditorView.contentAttributes.of({
        "aria-label": label,
        // Prose is checked for spelling as in any text field; JSON is not.
        spellcheck: language === "prompt" ? "true" : "false",
        ...(readOnly ? { "aria-readonly": "true", tabindex: "0" } : {}),
        ...(invalid ? { "aria-invalid": "true" } : {}),
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
      }),
      EditorState.readOnly.of(readOnly),
      language === "json" ? [json(), jsonColours] : [promptMarks],
      numbered ? [folding, language === "prompt" ? promptFolds : []] : [],
      Prec.highest(
        keymap.of([
          // The event bubbles to the component that runs the prompt.
          ...(runs ? [{ key: "Mod-Enter", run: () => true }] : []),
          // Redo is Ctrl+Y here; on a Mac it keeps Cmd+Shift+Z.
          ...(onToggleWrap ? [{ key: "Ctrl-Shift-z", run: () => (onToggleWrap(), true) }] : []),
        ]),
      ),
    ],
    [label, language, readOnly, invalid, describedBy, numbered, wrap, runs, onToggleWrap],
  );
  const begin = (view: EditorView) => {
    view.focus();
    view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
  };
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      theme="none"
      editable={!readOnly}
      placeholder={placeholder ?? ""}
      indentWithTab={false}
      basicSetup={language === "json" ? JSON_SETUP : numbered ? NUMBERED_SETUP : PROMPT_SETUP}
      extensions={extensions}
      minHeight={minHeight}
      className="min-w-0"
      {...(begins ? { onCreateEditor: begin } : {})}
    />
  );
}
