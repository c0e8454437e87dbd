import type { CSSProperties } from "react";
import type { Case, CaseFile, CaseValue } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { FileThumb } from "@/shared/ui/StoredFile";
import { CLAMPS, type RowHeight, TAGS_SHOWN, THUMBS } from "./caseColumns";
import { valueText } from "./caseText";
import { Difficulty, NoneMark, SplitBadge, Tags } from "./DatasetBadges";
import { SelectBox } from "./SelectBox";

interface CaseRowProps {
  one: Case;
  index: number;
  names: readonly string[];
  locked: boolean;
  rowHeight: RowHeight;
  /** Null where nothing can be chosen. */
  chosen: boolean | null;
  onToggle: (range: boolean) => void;
  onOpen: () => void;
  style: CSSProperties;
}

/** Longer than any row shows: the rest would only burden the page. */
const CELL_TEXT = 600;

const rowClass = "absolute left-0 grid w-full grid-rows-[minmax(0,1fr)] items-start border-b border-line";

export function CaseRow({ one, index, names, locked, rowHeight, chosen, onToggle, onOpen, style }: CaseRowProps) {
  const clamp = CLAMPS[rowHeight];
  const label = `Case ${one.position}`;
  const cell = "min-w-0 px-3 py-2";
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen ?? undefined}
      style={style}
      className={cx(rowClass, "group", chosen ? "bg-accent-soft" : "hover:bg-surface")}
    >
      <div
        role="cell"
        className={cx(
          "sticky left-0 z-10 flex h-full items-start gap-3 py-2 pl-4",
          chosen ? "bg-accent-soft" : "bg-canvas group-hover:bg-surface",
        )}
      >
        {chosen !== null && (
          <span className="flex h-5 items-center">
            <SelectBox label={`Select case ${one.position}`} checked={chosen} onToggle={onToggle} />
          </span>
        )}
        <span className="text-xs leading-5 text-ink-subtle">{one.position}</span>
      </div>
      {(names.length > 0 ? names : [""]).map((name, place) => {
        const value = one.values[name];
        const text = valueText(value);
        const shown = isFile(value) ? (
          <FileThumb file={value} className={THUMBS[rowHeight]} />
        ) : text ? (
          <span dir="auto" className={cx("wrap-anywhere", clamp)}>
            {cut(text)}
          </span>
        ) : (
          <NoneMark />
        );
        return (
          <div key={name} role="cell" className={cell}>
            {place > 0 ? (
              shown
            ) : (
              <button type="button" onClick={onOpen} className="block w-full text-left after:absolute after:inset-0">
                <span className="sr-only">Open {label.toLowerCase()}: </span>
                {shown}
              </button>
            )}
          </div>
        );
      })}
      <div role="cell" className={cx(cell, "text-ink-muted")}>
        {one.expected ? (
          <span dir="auto" className={cx("wrap-anywhere", clamp)}>
            {cut(one.expected)}
          </span>
        ) : (
          <NoneMark />
        )}
      </div>
      <div role="cell" className={cx(cell, "overflow-hidden")}>
        <Tags tags={one.tags} most={TAGS_SHOWN[rowHeight]} />
      </div>
      <div role="cell" className={cell}>
        <Difficulty value={one.difficulty} />
      </div>
      <div role="cell" className={cell}>
        <SplitBadge split={one.split} locked={locked} />
      </div>
    </div>
  );
}

function cut(text: string): string {
  return visibleText(text.length > CELL_TEXT ? `${text.slice(0, CELL_TEXT)}…` : text);
}

function isFile(value: CaseValue | undefined): value is CaseFile {
  return typeof value === "object" && "file" in value;
}

/** A row that is on its way. */
export function WaitingRow({ index, cells, style }: { index: number; cells: number; style: CSSProperties }) {
  return (
    <div role="row" aria-rowindex={index + 2} style={style} className={rowClass}>
      {Array.from({ length: cells }, (_, cell) => (
        <div key={cell} role="cell" className="px-3 py-3">
          <span className="skeleton block h-3 rounded" style={{ width: `${90 - ((index + cell) % 5) * 12}%` }} />
        </div>
      ))}
    </div>
  );
}
