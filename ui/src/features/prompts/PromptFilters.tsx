import { X } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { SearchField } from "@/shared/ui/SearchField";
import { Segmented } from "@/shared/ui/Segmented";
import { PROMPT_KINDS, type PromptFilter } from "./api";

interface PromptFiltersProps {
  filter: PromptFilter;
  onChange: (filter: PromptFilter, replace: boolean) => void;
}

const KINDS = [
  { value: "all", label: "All" },
  { value: "generator", label: "Generators" },
  { value: "grader", label: "Graders" },
] as const;

/** The address holds the filters, so that they can be shared and the back button undoes them. */
export function PromptFilters({ filter, onChange }: PromptFiltersProps) {
  const { search, kind } = filter;
  const withSearch = search ? { search } : {};
  return (
    <div role="search" aria-label="Filter prompts" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchField
        label="Search prompts"
        inAddress={search ?? ""}
        onSearch={(typed, replace) =>
          onChange({ ...(kind ? { kind } : {}), ...(typed ? { search: typed } : {}) }, replace)
        }
      />
      <Segmented<(typeof KINDS)[number]["value"]>
        label="Kind"
        value={kind ?? "all"}
        onChange={(next) => {
          const chosen = PROMPT_KINDS.find((known) => known === next);
          onChange({ ...withSearch, ...(chosen ? { kind: chosen } : {}) }, false);
        }}
        options={KINDS}
      />
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onChange({}, false)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}
