/** All answers to one case beside each other, and how they differ from one of them. */
import { useQueries } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { CaseCell, cellQuery, columnName, rowName, type RowSource } from "@/features/runs";
import { visible } from "@/shared/format/visible";
import { cx } from "@/shared/ui/cx";
import { Dialog } from "@/shared/ui/Dialog";
import { IconButton } from "@/shared/ui/IconButton";
import { Select } from "@/shared/ui/Select";
import { useBench } from "../cells/bench";
import { Answer } from "./Answer";

interface SideBySideProps {
  /** The number of the row. */
  row: number;
  rows: Pick<RowSource, "at" | "placeOf" | "total">;
  onGo: (row: number) => void;
  onClose: () => void;
}

const NONE = "none";
const EXPECTED = "expected";

export function SideBySide({ row, rows, onGo, onClose }: SideBySideProps) {
  const { project, run } = useBench();
  const columns = run.plan.columns;
  const [baseline, setBaseline] = useState(NONE);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const place = rows.placeOf(row);
  const shown = rows.at(place);
  const ordinals = columns.map((_, column) => row * columns.length + column);
  const cells = useQueries({ queries: ordinals.map((ordinal) => cellQuery(project, run.id, ordinal)) });
  const step = (by: number) => {
    const next = rows.at(place + by);
    if (place >= 0 && next) onGo(next.row);
  };
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("input, textarea, [role=combobox], [role=listbox]")) return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  };
  const first = cells[0]?.data;
  const whole = first?.case.expected ?? null;
  const before = baseline === NONE ? null : baseline === EXPECTED ? whole : (cells[Number(baseline)]?.data?.output ?? null);
  const name = shown ? rowName(shown, run.plan.trials) : first ? rowName(first, run.plan.trials) : `Row ${row + 1}`;
  const toggle = (column: number) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    if (next.size < columns.length) setHidden(next);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`${name} of ${rows.total.toLocaleString("en")}`} width="full">
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows turn the pages from anywhere in the dialog */}
      <div tabIndex={-1} onKeyDown={press} className="flex min-h-0 flex-col outline-none">
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <IconButton label="Case before" disabled={place <= 0} onClick={() => step(-1)}><ChevronLeft aria-hidden /></IconButton>
          <IconButton label="Next case" disabled={place < 0 || place >= rows.total - 1} onClick={() => step(1)}><ChevronRight aria-hidden /></IconButton>
          <Select
            label="Compare with"
            size="sm"
            className="w-60"
            value={baseline}
            onChange={setBaseline}
            options={[{ value: NONE, label: "Do not compare" }, ...(whole === null ? [] : [{ value: EXPECTED, label: "Differences from expected" }]), ...columns.map((column, index) => ({ value: String(index), label: `Differences from ${columnName(column, columns)}` }))]}
          />
          {columns.length > 2 && (
            <div role="group" aria-label="Columns" className="flex flex-wrap gap-1">
              {columns.map((column, index) => (
                <button key={column.number} type="button" aria-pressed={!hidden.has(index)} onClick={() => toggle(index)} className={cx("h-7 max-w-48 truncate rounded-md border px-2 text-xs font-medium transition-colors duration-150", hidden.has(index) ? "border-line text-ink-subtle line-through" : "border-line-strong bg-surface text-ink")}>{columnName(column, columns)}</button>
              ))}
            </div>
          )}
        </div>
        <div className="sticky top-0 z-10 mb-3 grid gap-x-6 gap-y-2 rounded-md border border-line bg-surface px-4 py-3 sm:grid-cols-2">
          <div className="min-w-0"><p className="mb-1 text-2xs font-medium text-ink-subtle">Input{shown && shown.tags.length > 0 && ` · ${shown.tags.join(", ")}`}</p>{shown && <CaseCell row={shown} />}</div>
          {shown?.expected && <div className="min-w-0"><p className="mb-1 text-2xs font-medium text-ink-subtle">Expected</p><p dir="auto" className="line-clamp-5 text-sm wrap-anywhere text-ink">{visible(shown.expected.text)}</p></div>}
        </div>
        <ul aria-label="Answers" className="grid grid-flow-col auto-cols-[minmax(17rem,1fr)] gap-3 overflow-x-auto pb-1">
          {columns.map((column, index) => hidden.has(index) ? null : (
            <li key={column.number} className="min-w-0">
              <Answer column={column} cell={cells[index]?.data} grid={shown?.cells[index]} before={baseline === String(index) ? null : before} onlyParsed={baseline === EXPECTED} isBaseline={baseline === String(index)} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
