import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { RunReport } from "@/api/types";
import { tagsQuery } from "@/features/datasets";
import { Button } from "@/shared/ui/Button";
import { SearchField } from "@/shared/ui/SearchField";
import { Select } from "@/shared/ui/Select";
import { columnName } from "../runPhrasing";
import { filterOf, isFiltered, orderOf, type RowFilter, type WantedRows } from "./rowFilter";
import { RowKindLinks } from "./RowKindLinks";
import { categoriesOf, categoryName } from "./violations";

interface GridFiltersProps {
  project: string;
  run: RunReport;
  wanted: WantedRows;
  onChange: (wanted: WantedRows, replace: boolean) => void;
  /** The address of the rows of a kind; null where the links to them stand elsewhere. */
  kindSearch: ((wanted: WantedRows) => object) | null;
}

const ALL = "all";

/** All of it is done by the server: ten thousand rows are filtered like ten. */
export function GridFilters({ project, run, wanted, onChange, kindSearch }: GridFiltersProps) {
  const tags =
    useQuery({ ...tagsQuery(project, run.plan.dataset_id ?? ""), enabled: run.plan.dataset_id !== null }).data?.items ??
    [];
  const filter = filterOf(wanted);
  const order = orderOf(wanted);
  const categories = categoriesOf(run.scorers);
  const set = (part: Partial<RowFilter>, replace = false) =>
    onChange({ ...filterOf({ ...filter, ...part }), ...order }, replace);
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
      {kindSearch && <RowKindLinks project={project} run={run} wanted={wanted} searchOf={kindSearch} />}
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
    offer(`Lowest score${of}`, { sort: "grade", by });
    offer(`Highest score${of}`, { sort: "grade", by, descending: true });
    for (const { number, name } of run.scorers) offer(`Worst ${name}${of}`, { sort: "score", by, scorer: number });
    offer(`Slowest${of}`, { sort: "latency", by, descending: true });
    offer(`Most expensive${of}`, { sort: "cost", by, descending: true });
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
