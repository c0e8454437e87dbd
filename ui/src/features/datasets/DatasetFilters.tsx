import { X } from "lucide-react";
import type { DatasetKind } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { Select } from "@/shared/ui/Select";
import type { DatasetFilter } from "./api";
import { KIND_HINTS, KIND_NAMES, KINDS } from "./kinds";
import { SearchField } from "./SearchField";

interface DatasetFiltersProps {
  filter: DatasetFilter;
  onChange: (filter: DatasetFilter, replace: boolean) => void;
}

export function DatasetFilters({ filter: { search, kind }, onChange }: DatasetFiltersProps) {
  const set = (next: { search: string | undefined; kind: DatasetKind | undefined }, replace = false) =>
    onChange({ ...(next.search ? { search: next.search } : {}), ...(next.kind ? { kind: next.kind } : {}) }, replace);
  return (
    <div role="search" aria-label="Filter datasets" className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField label="Search datasets" inAddress={search ?? ""} onSearch={(next, replace) => set({ search: next, kind }, replace)} />
      <Select<DatasetKind | "all">
        label="Kind"
        className="w-40"
        value={kind ?? "all"}
        onChange={(next) => set({ search, kind: next === "all" ? undefined : next })}
        options={[{ value: "all", label: "All kinds" }, ...KINDS.map((value) => ({ value, label: KIND_NAMES[value], hint: KIND_HINTS[value] }))]}
      />
      {(search ?? kind) && <Button variant="ghost" onClick={() => onChange({}, false)}><X aria-hidden /> Clear</Button>}
    </div>
  );
}
