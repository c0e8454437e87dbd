import { type RefObject, useEffect, useRef, useState } from "react";

/** How wide an element is now. A drawing in pixels stays sharp and its dots stay round. */
export function useWidth<Box extends HTMLElement>(before = 640): [RefObject<Box | null>, number] {
  const box = useRef<Box>(null);
  const [width, setWidth] = useState(before);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(120, entry.contentRect.width)));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [box, width];
}
