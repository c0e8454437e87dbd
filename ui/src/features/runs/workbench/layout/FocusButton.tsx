import { Maximize2, Minimize2 } from "lucide-react";
import { useWide } from "@/features/datasets";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import type { Split } from "./usePanelSplit";

/** Give the prompt most of the width, or give it back. */
export function FocusButton({ split }: { split: Split }) {
  const focused = split.mode === "focus";
  const Icon = focused ? Minimize2 : Maximize2;
  if (!useWide()) return null;
  return (
    <IconButton
      label="Focus on the prompt"
      aria-pressed={focused}
      className={cx("size-7", focused && "text-accent-ink")}
      onClick={split.toggle}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}
