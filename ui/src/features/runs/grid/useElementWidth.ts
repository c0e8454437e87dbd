import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of an element as it is now; zero until it is in the page. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const found = element.current;
    if (!found) return;
    const measure = () => setWidth(found.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(found);
    return () => watch.disconnect();
  }, [element]);
  return width;
}
