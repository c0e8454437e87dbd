/** The editor's focus for a screen that gives it more room while someone writes. */
import { type PointerEvent, useEffect, useEffectEvent, useRef } from "react";
import { FocusZone } from "./focusZone";

export function useFocusZone(onEnter: () => void, onLeave: () => void) {
  const zone = useRef<FocusZone | null>(null);
  const enter = useEffectEvent(onEnter);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const own = new FocusZone(
      () => enter(),
      () => leave(),
    );
    zone.current = own;
    const press = () => own.press();
    const release = () => own.release();
    // In the capture phase, so that it also runs when another handler stops the event.
    window.addEventListener("pointerdown", press, true);
    for (const end of ["pointerup", "pointercancel", "dragend"]) window.addEventListener(end, release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      for (const end of ["pointerup", "pointercancel", "dragend"]) window.removeEventListener(end, release, true);
    };
  }, []);
  return {
    onFocus: () => zone.current?.enter(),
    onBlur: () => {
      // Another window took the focus: the person is still here.
      if (document.hasFocus()) zone.current?.leave();
    },
    onPointerDown: ({ target }: PointerEvent) => {
      if (document.activeElement instanceof HTMLElement && document.activeElement.contains(target as Node))
        zone.current?.enter(true);
    },
  };
}
