import { User } from "lucide-react";
import { type Scale, valueText } from "@/shared/charts/estimateText";
import { truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { nameOf } from "../columnNames";
import type { ColumnResult, ResultCell } from "@/api/types";
import { cx } from "@/shared/ui/cx";

interface CellCardProps {
  cell: ResultCell;
  scale: Scale;
  columns: readonly ColumnResult[];
  onOpen: () => void;
}

/**
 * One answer behind a number: its value, what was asked, what was said, and why it got that value.
 * All of it untrusted text.
 */
export function CellCard({ cell, scale, columns, onOpen }: CellCardProps) {
  const title = `Case ${cell.position + 1}${cell.trial > 0 ? `, trial ${cell.trial + 1}` : ""}`;
  return (
    <li
      className={cx(
        "relative rounded-lg border border-line bg-raised px-3.5 py-2.5 transition-colors duration-150",
        "hover:bg-surface",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-10 text-base font-semibold text-ink">
          {cell.value === null ? "–" : valueText(scale, cell.value)}
        </span>
        {/* The whole card opens the cell. */}
        <button
          type="button"
          onClick={onOpen}
          className="rounded text-xs font-medium text-ink-muted after:absolute after:inset-0 after:rounded-lg"
        >
          {title}
        </button>
        {columns.length > 1 && <span className="text-xs text-ink-subtle">{nameOf(cell.column, columns)}</span>}
        <span className="ml-auto flex flex-wrap items-center gap-1">
          {cell.by_person && (
            <Badge tone="lilac" icon={<User aria-hidden />}>
              by a person
            </Badge>
          )}
          {cell.malformed && <Badge tone="warning">Malformed</Badge>}
          {cell.tags.slice(0, 3).map((tag) => (
            <Badge key={tag}>{visibleText(truncate(tag, 24))}</Badge>
          ))}
        </span>
      </div>
      {cell.input && (
        <p dir="auto" className="mt-1 truncate text-sm text-ink">
          {visibleText(cell.input)}
        </p>
      )}
      <p dir="auto" className="mt-1 line-clamp-2 font-mono text-xs leading-5 wrap-anywhere text-ink-muted">
        {visibleText(cell.output) || "(empty)"}
      </p>
      {cell.reason && (
        <p
          dir="auto"
          className={cx(
            "mt-1.5 line-clamp-3 border-l-2 border-line-strong",
            "pl-2 text-xs leading-5 wrap-anywhere text-ink-muted",
          )}
        >
          {visibleText(cell.reason)}
        </p>
      )}
    </li>
  );
}
