/** Which cases come, which answers are shown of them, in which order, and what counts as good. */
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { tagsQuery } from "@/features/datasets";
import { columnName, orderOf, type WantedRows } from "@/features/runs";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { Select } from "@/shared/ui/Select";
import { useGridContext } from "../cells/gridContext";
import type { AnswerOrder } from "./judgeReadings";

export const NONE = "none";
export const EXPECTED = "expected";
const ALL = "all";
const SET = "set";

export interface View {
  /** Rows: as in the grid, until they are chosen here. */
  wanted: WantedRows;
  hidden: ReadonlySet<number>;
  criterion: string | null;
  order: AnswerOrder;
  baseline: string;
  whole: boolean;
}

interface ViewerBarProps {
  view: View;
  onChange: (part: Partial<View>) => void;
  criteria: readonly string[];
  hasExpected: boolean;
  /** Null: there is none. */
  onBefore: (() => void) | null;
  onNext: (() => void) | null;
}

export function ViewerBar({ view, onChange, criteria, hasExpected, onBefore, onNext }: ViewerBarProps) {
  const { project, run } = useGridContext();
  const { columns, dataset_id: dataset } = run.plan;
  const tags = useQuery({ ...tagsQuery(project, dataset ?? ""), enabled: dataset !== null }).data?.items ?? [];
  const { wanted, hidden } = view;
  const first = Math.max(
    0,
    columns.findIndex((_, place) => !hidden.has(place)),
  );
  const cases = [
    { value: ALL, label: "Cases in order", order: {} },
    { value: "worst", label: "Worst cases first", order: { sort: "grade" as const, by: first } },
    { value: "best", label: "Best cases first", order: { sort: "grade" as const, by: first, descending: true } },
  ];
  const sorted =
    wanted.sort === undefined ? ALL : wanted.sort === "grade" ? (wanted.descending ? "best" : "worst") : SET;
  const toggle = (column: number) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    if (next.size < columns.length) onChange({ hidden: next });
  };
  const { tag: _, ...untagged } = wanted;
  return (
    <div role="search" aria-label="Filter the answers" className="mb-3 flex flex-wrap items-center gap-2">
      <span className="flex items-center">
        <IconButton label="Case before" disabled={onBefore === null} onClick={() => onBefore?.()}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label="Next case" disabled={onNext === null} onClick={() => onNext?.()}>
          <ChevronRight aria-hidden />
        </IconButton>
      </span>
      {tags.length > 0 && (
        <Select
          label="Tag"
          size="sm"
          className="w-36"
          value={wanted.tag ?? ALL}
          onChange={(tag) => onChange({ wanted: tag === ALL ? untagged : { ...untagged, tag } })}
          options={[{ value: ALL, label: "All tags" }, ...tags.map(({ tag }) => ({ value: tag, label: tag }))]}
        />
      )}
      <Select
        label="Order of the cases"
        size="sm"
        className="w-44"
        value={sorted}
        onChange={(next) => {
          const { sort: _sort, by: _by, scorer: _scorer, descending: _descending, ...filter } = wanted;
          onChange({ wanted: { ...filter, ...orderOf(cases.find(({ value }) => value === next)?.order ?? wanted) } });
        }}
        options={[...cases, ...(sorted === SET ? [{ value: SET, label: "As in the grid" }] : [])]}
      />
      {criteria.length > 0 && (
        <Select
          label="Criterion"
          size="sm"
          className="w-44"
          value={view.criterion ?? ALL}
          onChange={(next) => onChange({ criterion: next === ALL ? null : next })}
          options={[{ value: ALL, label: "All criteria" }, ...criteria.map((name) => ({ value: name, label: name }))]}
        />
      )}
      {columns.length > 1 && (
        <Select<AnswerOrder>
          label="Order of the answers"
          size="sm"
          className="w-44"
          value={view.order}
          onChange={(order) => onChange({ order })}
          options={[
            { value: "grid", label: "Answers in order" },
            { value: "best", label: "Best answer first" },
            { value: "worst", label: "Worst answer first" },
            { value: "name", label: "Models A to Z" },
          ]}
        />
      )}
      <Select
        label="Compare with"
        size="sm"
        className="w-56"
        value={view.baseline}
        onChange={(baseline) => onChange({ baseline })}
        options={[
          { value: NONE, label: "Do not compare" },
          ...(hasExpected ? [{ value: EXPECTED, label: "Differences from expected" }] : []),
          ...columns.map((column, index) => ({
            value: String(index),
            label: `Differences from ${columnName(column, columns)}`,
          })),
        ]}
      />
      <Button variant="ghost" size="sm" aria-pressed={view.whole} onClick={() => onChange({ whole: !view.whole })}>
        {view.whole ? "Cut answers" : "Whole answers"}
      </Button>
      {columns.length > 1 && (
        <div role="group" aria-label="Models" className="flex w-full flex-wrap gap-1">
          {columns.map((column, index) => (
            <button
              key={column.number}
              type="button"
              aria-pressed={!hidden.has(index)}
              onClick={() => toggle(index)}
              className={cx(
                "h-7 max-w-48 truncate rounded-md border px-2 text-xs font-medium transition-colors duration-150",
                hidden.has(index)
                  ? "border-dashed border-line-strong text-ink-subtle hover:text-ink"
                  : "border-line-strong bg-surface text-ink",
              )}
            >
              {hidden.has(index) && <span aria-hidden>+ </span>}
              {columnName(column, columns)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
