/** Whether long lines are broken, as this person likes it, in every prompt. */
import { useCallback, useState } from "react";

const KEY = "edison.editor-wrap";

export function useLineWrap(): [wrap: boolean, toggle: () => void] {
  const [wrap, setWrap] = useState(() => localStorage.getItem(KEY) !== "false");
  const toggle = useCallback(
    () =>
      setWrap((before) => {
        localStorage.setItem(KEY, String(!before));
        return !before;
      }),
    [],
  );
  return [wrap, toggle];
}
