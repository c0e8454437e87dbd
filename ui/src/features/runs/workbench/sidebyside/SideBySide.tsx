/** All answers to one case beside each other: what was asked, what came, how it was judged, and how they differ. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from "react";
import { cellQuery, columnName, inPlainOrder, rowName, useGridRows, type WantedRows } from "@/features/runs";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Dialog } from "@/shared/ui/Dialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { useGridContext } from "../cells/gridContext";
import { gradeOf } from "../cells/cellGrade";
import { SideBySideAnswer, type ShownAnswer } from "./SideBySideAnswer";
import { SideBySideAnswers } from "./SideBySideAnswers";
import { CaseHeader } from "./CaseHeader";
import { criteriaIn, inOrder, judgesOf, onScale, readingsOf, warningsOf } from "./judgeReadings";
import { useRubric } from "./useRubric";
import { EXPECTED, NONE, type View, ViewerBar } from "./ViewerBar";

interface SideBySideProps {
  /** The number of the row to begin with. */
  row: number;
  /** The rows of the grid, and their order. */
  wanted: WantedRows;
  onGo: (row: number) => void;
  onClose: () => void;
}

/** More do not fit beside each other; the others can be chosen. */
const SHOWN_AT_FIRST = 4;
/** A filter that is changed again at once is not asked for. */
const SETTLE_MS = 200;

export function SideBySide({ row, wanted, onGo, onClose }: SideBySideProps) {
  const { project, run } = useGridContext();
  const cache = useQueryClient();
  const columns = run.plan.columns;
  const [view, setView] = useState<View>(() => ({
    wanted,
    hidden: new Set(columns.map((_, place) => place).slice(SHOWN_AT_FIRST)),
    criterion: null,
    order: "grid",
    baseline: NONE,
    whole: false,
  }));
  const [wholes, setWholes] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = useGridRows(project, run, useDebounced(view.wanted, SETTLE_MS));
  const { rubric, pending } = useRubric(project, run);
  const inRubric = rubric?.criteria.map(({ name }) => name);
  const judges = useMemo(() => judgesOf(run), [run]);

  const found = rows.placeOf(row);
  const gone = found < 0 && !rows.pending && !rows.stale;
  const place = gone ? 0 : found;
  const shown = rows.at(place);
  const current = shown?.row ?? row;
  const visiblePlaces = columns.map((_, column) => column).filter((column) => !view.hidden.has(column));
  const ordinalOf = (of: number, column: number) => of * columns.length + column;
  const cells = useQueries({
    queries: visiblePlaces.map((column) => cellQuery(project, run.id, ordinalOf(current, column))),
  });

  const look = useEffectEvent(() => {
    rows.look(Math.max(0, place - 1), place + 1);
    // The next case is read ahead: it is there when the page is turned.
    const next = rows.at(place + 1);
    if (next)
      for (const column of visiblePlaces)
        void cache.prefetchQuery(cellQuery(project, run.id, ordinalOf(next.row, column)));
  });
  useEffect(() => look(), [place, shown, rows.total]);

  const step = (by: number) => {
    const next = rows.at(place + by);
    if (next) onGo(next.row);
  };
  const press = (event: KeyboardEvent) => {
    if (
      event.target instanceof HTMLElement &&
      event.target.closest("input, textarea, [role=combobox], [role=listbox], [role=tab]")
    )
      return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  };

  const { criterion } = view;
  const scale =
    criterion === null
      ? (rubric?.scale ?? null)
      : (rubric?.criteria.find(({ name }) => name === criterion)?.scale ?? null);
  const all = visiblePlaces.flatMap((column, index): ShownAnswer[] => {
    const of = columns[column];
    if (!of) return [];
    const cell = cells[index]?.data;
    const grid = shown?.cells[column];
    // Not on one scale first and on another a moment later.
    const readings = cell && !pending ? readingsOf(cell.scores, judges, inRubric) : [];
    const told = new Set(readings.flatMap((one) => one.readings.map(({ scorer }) => scorer)));
    const value =
      criterion === null
        ? grid
          ? (gradeOf(grid, run.metric)?.value ?? null)
          : null
        : (readings.find(({ name }) => name === criterion)?.mean ?? null);
    return [
      {
        column: of,
        place: column,
        name: columnName(of, columns),
        cell,
        grid,
        value,
        score: value === null || pending ? null : onScale(value, scale),
        readings: criterion === null ? readings : readings.filter(({ name }) => name === criterion),
        others: criterion === null && cell && !pending ? cell.scores.filter(({ scorer }) => !told.has(scorer)) : [],
        warnings: cell ? warningsOf(cell.scores, judges) : [],
      },
    ];
  });
  const known = criteriaIn(all.map(({ cell }) => (cell ? readingsOf(cell.scores, judges) : [])));
  const criteria = inRubric ?? known;
  const whole = all.find(({ cell }) => cell)?.cell?.case;
  const expected = whole?.expected ?? null;
  const before =
    view.baseline === NONE
      ? null
      : view.baseline === EXPECTED
        ? expected
        : (all.find((one) => String(one.place) === view.baseline)?.cell?.output ?? null);
  const nothing = rows.total === 0 && !rows.pending && !rows.stale;
  const name = shown ? rowName(shown, run.plan.trials) : `Row ${row + 1}`;
  // Rows that were chosen have a place among these, which is not their number.
  const chosen = inPlainOrder(view.wanted) ? "" : ` · ${(place + 1).toLocaleString("en")}`;
  const title = `${name}${chosen} of ${rows.total.toLocaleString("en")}${rows.more ? "+" : ""}`;
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} title={nothing ? "Side by side" : title} width="full">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions --
          arrows turn the pages from anywhere in the dialog */}
      <div tabIndex={-1} onKeyDown={press} className="flex min-h-0 flex-col outline-none">
        <ViewerBar
          view={view}
          onChange={(part) => {
            setView((last) => ({ ...last, ...part }));
            // A chosen criterion also shows its reasons.
            if (part.criterion) setOpen(new Set([...open, part.criterion]));
          }}
          criteria={criteria}
          hasExpected={expected !== null}
          onBefore={rows.at(place - 1) ? () => step(-1) : null}
          onNext={rows.at(place + 1) ? () => step(1) : null}
        />
        {nothing ? (
          <EmptyState action={null} title="No matching case">
            No case of this run has this tag. Choose another tag above.
          </EmptyState>
        ) : (
          <>
            <CaseHeader key={current} row={shown} whole={whole} />
            <SideBySideAnswers
              answers={inOrder(all, view.order)}
              draw={(answer) => (
                <SideBySideAnswer
                  key={`${current} ${answer.place}`}
                  answer={answer}
                  rubric={rubric}
                  measure={criterion ?? "Score"}
                  before={view.baseline === String(answer.place) ? null : before}
                  onlyParsed={view.baseline === EXPECTED}
                  isBaseline={view.baseline === String(answer.place)}
                  whole={view.whole || wholes.has(ordinalOf(current, answer.place))}
                  onWhole={() => setWholes(toggled(wholes, ordinalOf(current, answer.place)))}
                  open={open}
                  onToggle={(one) => setOpen(toggled(open, one))}
                />
              )}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function toggled<One>(set: ReadonlySet<One>, one: One): ReadonlySet<One> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}
