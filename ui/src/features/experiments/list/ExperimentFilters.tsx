import { X } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { SearchField } from "@/shared/ui/SearchField";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { EXPERIMENT_WORDS } from "../experimentStates";
import { EXPERIMENT_FILTERS, type ExperimentFilter } from "./experimentFilters";

interface ExperimentFiltersProps {
  filter: ExperimentFilter;
  onChange: (filter: ExperimentFilter, replace: boolean) => void;
}

const ALL = "all";
const OPTIONS = [
  { value: ALL, label: "All" },
  ...EXPERIMENT_FILTERS.map((state) => ({ value: state, label: EXPERIMENT_WORDS[state] })),
];

/** The address holds the filters, so that they can be shared and the back button undoes them. */
export function ExperimentFilters({ filter: { state, search }, onChange }: ExperimentFiltersProps) {
  const choose = (next: string) => {
    const wanted = EXPERIMENT_FILTERS.find((known) => known === next);
    onChange({ ...(search ? { search } : {}), ...(wanted ? { state: wanted } : {}) }, false);
  };
  return (
    <div role="search" aria-label="Filter experiments" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchField
        label="Search experiments"
        inAddress={search ?? ""}
        onSearch={(next, replace) =>
          onChange({ ...(state ? { state } : {}), ...(next ? { search: next } : {}) }, replace)
        }
      />
      <Segmented label="State" className="max-md:hidden" value={state ?? ALL} onChange={choose} options={OPTIONS} />
      <Select
        label="State of the experiments"
        size="sm"
        className="w-40 md:hidden"
        value={state ?? ALL}
        onChange={choose}
        options={OPTIONS}
      />
      {(state ?? search) && (
        <Button variant="ghost" size="sm" onClick={() => onChange({}, false)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}
