/** How the fields of one editor behave, told to all of them at once: a workbench is no form on a page. */
import { createContext, use } from "react";

export interface EditorMode {
  /** Line numbers and folding beside texts; JSON has them everywhere. */
  numbered: boolean;
  wrap: boolean;
  /** The handler of Ctrl+Shift+Z; null leaves the key to the editor. */
  onToggleWrap: (() => void) | null;
  /** Ctrl/Cmd+Enter is handled by the parent and inserts no line. */
  runs: boolean;
  /** The text takes the height that the editor is given. */
  fill: boolean;
  /** The first text takes the focus when it appears, all of it chosen. */
  begins: boolean;
}

export const PAGE_MODE: EditorMode = {
  numbered: false,
  wrap: true,
  onToggleWrap: null,
  runs: false,
  fill: false,
  begins: false,
};

const ModeContext = createContext<EditorMode>(PAGE_MODE);

export const EditorModeProvider = ModeContext.Provider;
export const useEditorMode = () => use(ModeContext);
