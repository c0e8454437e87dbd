import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import CodeMirror from "@uiw/react-codemirror";
import { useMemo } from "react";
import type { CodeFieldProps } from "./codeFieldProps";
import { codeTheme, jsonColours, promptMarks } from "./codeLook";

const PROMPT_SETUP = {
  lineNumbers: false,
  foldGutter: false,
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

const JSON_SETUP = { ...PROMPT_SETUP, lineNumbers: true, bracketMatching: true, closeBrackets: true, indentOnInput: true } as const;

/** Loaded when it is first needed: CodeMirror is larger than everything else on the page. */
export default function CodeMirrorField({ label, value, onChange, language = "prompt", placeholder, readOnly = false, invalid = false, describedBy, minHeight = "6rem" }: CodeFieldProps) {
  const extensions = useMemo(
    () => [
      codeTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": label,
        // Prose is checked for spelling as in any text field; JSON is not.
        spellcheck: language === "prompt" ? "true" : "false",
        ...(readOnly ? { "aria-readonly": "true", tabindex: "0" } : {}),
        ...(invalid ? { "aria-invalid": "true" } : {}),
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
      }),
      EditorState.readOnly.of(readOnly),
      ...(language === "json" ? [json(), jsonColours] : [promptMarks]),
    ],
    [label, language, readOnly, invalid, describedBy],
  );
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      theme="none"
      editable={!readOnly}
      placeholder={placeholder ?? ""}
      indentWithTab={false}
      basicSetup={language === "json" ? JSON_SETUP : PROMPT_SETUP}
      extensions={extensions}
      minHeight={minHeight}
      className="min-w-0"
    />
  );
}
