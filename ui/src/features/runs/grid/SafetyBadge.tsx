import { ShieldAlert, ShieldX } from "lucide-react";
import type { GridCell } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { categoryName, violationsOf } from "./violations";

/** An answer that safety scorers stop, or want looked at, and why. */
export function SafetyBadge({ cell }: { cell: Pick<GridCell, "scores"> }) {
  const found = violationsOf(cell);
  if (!found) return null;
  const kinds = visibleText(found.categories.map(categoryName).join(", "));
  const Icon = found.blocked ? ShieldX : ShieldAlert;
  return (
    <span
      data-safety={found.blocked ? "blocked" : "flagged"}
      title={kinds}
      className={cx(
        "inline-flex h-4.5 max-w-full min-w-0 items-center gap-1 self-start rounded px-1 text-2xs font-medium",
        found.blocked ? "bg-error-soft text-error" : "bg-warning-soft text-warning",
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2.5} />
      <span className="shrink-0">{found.blocked ? "Blocked" : "Unsafe"}</span>
      <span className="truncate font-normal">{kinds}</span>
    </span>
  );
}
