import { X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Button } from "@/shared/ui/Button";
import { SearchInput } from "@/shared/ui/SearchInput";
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
      <SearchField filter={filter} onChange={onChange} />
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

function SearchField({ filter, onChange }: PromptFiltersProps) {
  const inAddress = filter.search ?? "";
  const [typed, setTyped] = useState(inAddress);
  // The back button changes the address under the field: then the field follows.
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (typed.trim() !== inAddress) setTyped(inAddress);
  }
  const settled = useDebounced(typed.trim());
  const apply = useEffectEvent((search: string) => {
    if (search === inAddress || search !== typed.trim()) return;
    const kept = filter.kind ? { kind: filter.kind } : {};
    // One step of history for a search, not one for every pause in typing.
    onChange({ ...kept, ...(search ? { search } : {}) }, inAddress !== "" && search !== "");
  });
  useEffect(() => apply(settled), [settled]);
  return (
    <SearchInput
      label="Search prompts"
      value={typed}
      onChange={setTyped}
      className="w-full sm:w-auto sm:max-w-72 sm:flex-1"
    />
  );
}
