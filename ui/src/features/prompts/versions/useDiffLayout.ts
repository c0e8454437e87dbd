/** How this person reads differences: in one column or in two. */
import { useStoredFlag } from "@/shared/theme/useStoredFlag";
import type { DiffLayout } from "./DiffView";

export function useDiffLayout(): [DiffLayout, (layout: DiffLayout) => void] {
  const [split, setSplit] = useStoredFlag("edison.diff-split", window.innerWidth >= 1280);
  return [split ? "split" : "unified", (layout) => setSplit(layout === "split")];
}
