/** The mode of the screen and the share of the editor in each mode, remembered. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Mode, readMode, readShare, USUAL } from "./panelSplit";

const MODE = "edison.workbench.mode";
const shareKey = (mode: Mode) => `edison.workbench.split.${mode}`;

export interface Split {
  mode: Mode;
  share: number;
  setShare: (share: number) => void;
  reset: () => void;
  /** The button was pressed. */
  toggle: () => void;
  /** A run begins. */
  toBalanced: () => void;
  /** The editor has the focus. Only a wide window gives it more room for that; elsewhere answers would be hidden. */
  enterEditor: () => void;
  /** The editor lost it. Not while a pointer is down: what is being pressed must not move away from under it. */
  leaveEditor: () => void;
}

/** Where both the prompt and the answers have room enough in focus mode. */
const roomy = window.matchMedia("(min-width: 1600px)");

export function usePanelSplit(): Split {
  const [mode, setMode] = useState(() => readMode(localStorage.getItem(MODE)));
  const [shares, setShares] = useState<Record<Mode, number>>(() => ({
    balanced: readShare(localStorage.getItem(shareKey("balanced")), "balanced"),
    focus: readShare(localStorage.getItem(shareKey("focus")), "focus"),
  }));
  const pressed = useRef(false);
  const waiting = useRef(false);

  const go = (next: Mode) => {
    waiting.current = false;
    localStorage.setItem(MODE, next);
    setMode(next);
  };
  const settle = useEffectEvent(() => {
    if (waiting.current) go("balanced");
  });
  useEffect(() => {
    const down = () => (pressed.current = true);
    const up = () => {
      pressed.current = false;
      // After the click that this release completes.
      window.setTimeout(() => settle());
    };
    window.addEventListener("pointerdown", down, true);
    window.addEventListener("pointerup", up, true);
    window.addEventListener("pointercancel", up, true);
    return () => {
      window.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointerup", up, true);
      window.removeEventListener("pointercancel", up, true);
    };
  }, []);

  const setShare = (share: number) => {
    localStorage.setItem(shareKey(mode), String(share));
    setShares((before) => ({ ...before, [mode]: share }));
  };
  return {
    mode,
    share: shares[mode],
    setShare,
    reset: () => setShare(USUAL[mode]),
    toggle: () => go(mode === "focus" ? "balanced" : "focus"),
    toBalanced: () => go("balanced"),
    enterEditor: () => {
      if (roomy.matches) go("focus");
    },
    leaveEditor: () => {
      if (!roomy.matches) return;
      waiting.current = true;
      // Where the focus goes is known a moment later. Another window, or the handle between the panels, is no leaving.
      window.setTimeout(() => {
        if (!document.hasFocus() || document.activeElement?.hasAttribute("data-split-handle")) waiting.current = false;
        else if (waiting.current && !pressed.current) go("balanced");
      });
    },
  };
}
