import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { RowCounts, RunReport } from "@/api/types";
import { tagsQuery } from "@/features/datasets";
import { Button } from "@/shared/ui/Button";
import { SearchField } from "@/shared/ui/SearchField";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { CELL_WORDS } from "../runStates";
import { columnName } from "../runPhrasing";
import { rowCountsQuery } from "./gridApi";
import {
  COMPARED_KINDS,
  filterOf,
  isFiltered,
  orderOf,
  ROW_KINDS,
  type RowFilter,
  type RowKind,
  type WantedRows,
} from "./rowFilter";
import { kindLabel, kindHint } from "./rowKinds";
import { categoriesOf, categoryName } from "./violations";

interface GridFiltersProps {
  project: string;
  run: RunReport;
  wanted: WantedRows;
  onChange: (wanted: WantedRows, replace: boolean) => void;
}

const ALL = "all";
const OTHER = "other";

/** All of it is done by the server: ten thousand rows are filtered like ten. */
export function GridFilters({ project, run, wanted, onChange }: GridFiltersProps) {
  const tags =
    useQuery({ ...tagsQuery(project, run.plan.dataset_id ?? ""), enabled: run.plan.dataset_id !== null }).data?.items ??
    [];
  const filter = filterOf(wanted);
  const order = orderOf(wanted);
  const counts = useQuery(rowCountsQuery(project, run, wanted.baseline)).data;
  const categories = categoriesOf(run.scorers);
  const set = (part: Partial<RowFilter>, replace = false) =>
    onChange({ ...filterOf({ ...filter, ...part }), ...order }, replace);
  // An address may ask for something that has no choice of its own.
  const other = wanted.state ? CELL_WORDS[wanted.state] : wanted.low !== undefined ? "Low grade" : null;
  const chosen = wanted.show ?? (wanted.flagged ? "flagged" : other === null ? ALL : OTHER);
  const kinds = [
    { value: ALL, label: `All ${(run.plan.cases * run.plan.trials).toLocaleString("en")}` },
    ...ROW_KINDS.filter((kind) => isOffered(kind, counts)).map((kind) => ({
      value: kind,
      label: kindLabel(kind, counts?.[kind] ?? null),
      hint: kindHint(kind, counts?.baseline?.number ?? null),
    })),
    ...(other === null ? [] : [{ value: OTHER, label: other }]),
  ];
  return (
    <div role="search" aria-label="Filter results" className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Search in answers and cases"
        inAddress={wanted.search ?? ""}
        onSearch={(search, replace) =>
          onChange({ ...filterOf({ ...wanted, ...(search ? { search } : { search: "" }) }), ...order }, replace)
        }
        className="w-full sm:w-72"
      />
      <Segmented
        label="Rows to show"
        className="h-auto max-w-full flex-wrap"
        value={kinds.some(({ value }) => value === chosen) ? chosen : ALL}
        options={kinds}
        onChange={(next) => {
          const { search, tag, category, column, failing } = filter;
          onChange(
            {
              ...filterOf({
                ...(search ? { search } : {}),
                ...(tag ? { tag } : {}),
                ...(category ? { category } : {}),
                ...(column === undefined ? {} : { column }),
                ...(failing === undefined ? {} : { failing }),
                ...shownBy(next),
              }),
              ...order,
            },
            false,
          );
        }}
      />
      {run.scorers.length > 1 && (
        <Select
          label="Not passed by"
          size="sm"
          className="w-44"
          value={wanted.failing === undefined ? ALL : String(wanted.failing)}
          onChange={(next) => {
            const { failing: _, ...rest } = filter;
            onChange({ ...rest, ...(next === ALL ? {} : { failing: Number(next) }), ...order }, false);
          }}
          options={[
            { value: ALL, label: "Passed or not passed" },
            ...run.scorers.map(({ number, name }) => ({ value: String(number), label: `Not passed: ${name}` })),
          ]}
        />
      )}
      {tags.length > 0 && (
        <Select
          label="Tag"
          size="sm"
          className="w-36"
          value={wanted.tag ?? ALL}
          onChange={(tag) => set({ tag: tag === ALL ? "" : tag })}
          options={[{ value: ALL, label: "All tags" }, ...tags.map(({ tag }) => ({ value: tag, label: tag }))]}
        />
      )}
      {categories.length > 0 && (
        <Select
          label="Safety"
          size="sm"
          className="w-40"
          value={wanted.category ?? ALL}
          onChange={(category) => set({ category: category === ALL ? "" : category })}
          options={[
            { value: ALL, label: "Safe or unsafe" },
            ...categories.map((category) => ({ value: category, label: categoryName(category) })),
          ]}
        />
      )}
      {run.plan.columns.length > 1 && (
        <Select
          label="Column"
          size="sm"
          className="w-40"
          value={wanted.column === undefined ? ALL : String(wanted.column)}
          onChange={(next) => {
            const { column: _, ...rest } = filter;
            onChange({ ...rest, ...(next === ALL ? {} : { column: Number(next) }), ...order }, false);
          }}
          options={[
            { value: ALL, label: "Any column" },
            ...run.plan.columns.map((column, place) => ({
              value: String(place),
              label: columnName(column, run.plan.columns),
            })),
          ]}
        />
      )}
      <SortSelect run={run} wanted={wanted} onChange={(next) => onChange({ ...filter, ...next }, false)} />
      {isFiltered(wanted) && (
        <Button variant="ghost" size="sm" onClick={() => onChange(order, false)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}

/** Kinds that this run cannot have are left out: without a baseline nothing changed, one judge agrees with itself. */
function isOffered(kind: RowKind, counts: RowCounts | undefined): boolean {
  if (COMPARED_KINDS.includes(kind)) return Boolean(counts?.baseline);
  return kind !== "judges_disagree" || Boolean(counts?.judges_disagree);
}

/** What a choice of the bar asks for. */
function shownBy(choice: string): RowFilter {
  const show = ROW_KINDS.find((kind) => kind === choice);
  return show ? { show } : {};
}

interface SortSelectProps {
  run: RunReport;
  wanted: WantedRows;
  onChange: (order: WantedRows) => void;
}

/** One list of all the orders there are: what counts, and in which column. */
function SortSelect({ run, wanted, onChange }: SortSelectProps) {
  const columns = run.plan.columns;
  const many = columns.length > 1;
  const options = [{ value: "position", label: "In order of the cases" }];
  const orders = new Map<string, WantedRows>([["position", {}]]);
  const offer = (label: string, order: WantedRows) => {
    const value = JSON.stringify(orderOf(order));
    orders.set(value, orderOf(order));
    options.push({ value, label });
  };
  columns.slice(0, 20).forEach((column, by) => {
    const of = many ? ` · ${columnName(column, columns)}` : "";
    offer(`Lowest grade${of}`, { sort: "grade", by });
    offer(`Highest grade${of}`, { sort: "grade", by, descending: true });
    for (const { number, name } of run.scorers) offer(`Worst ${name}${of}`, { sort: "score", by, scorer: number });
    offer(`Slowest${of}`, { sort: "latency", by, descending: true });
    offer(`Dearest${of}`, { sort: "cost", by, descending: true });
  });
  const value = wanted.sort ? JSON.stringify(orderOf(wanted)) : "position";
  return (
    <Select
      label="Order"
      size="sm"
      className="w-52"
      value={orders.has(value) ? value : "position"}
      onChange={(next) => onChange(orders.get(next) ?? {})}
      options={options}
    />
  );
}
