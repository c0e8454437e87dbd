import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { promptChoicesQuery } from "@/features/runs";
import { Button } from "@/shared/ui/Button";
import { SearchField } from "@/shared/ui/SearchField";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { SUITE_WORDS } from "../suiteStates";
import { SUITE_FILTERS, type SuiteFilter } from "./suiteFilters";

interface SuiteFiltersProps {
  project: string;
  filter: SuiteFilter;
  onChange: (filter: SuiteFilter, replace: boolean) => void;
}

const ALL = "all";
const STATES = [
  { value: ALL, label: "All" },
  ...SUITE_FILTERS.map((state) => ({ value: state, label: SUITE_WORDS[state] })),
];

/** The address holds the filters, so that they can be shared and the back button undoes them. */
export function SuiteFilters({ project, filter, onChange }: SuiteFiltersProps) {
  const prompts = useQuery(promptChoicesQuery(project, "generator", ""));
  const { state, prompt, search } = filter;
  const options = [
    { value: ALL, label: "All prompts" },
    ...(prompts.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const known = prompt === undefined || options.some(({ value }) => value === prompt);
  const without = (key: keyof SuiteFilter) =>
    Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key)) as SuiteFilter;
  return (
    <div role="search" aria-label="Filter suites" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchField
        label="Search suites"
        inAddress={search ?? ""}
        onSearch={(next, replace) => onChange({ ...without("search"), ...(next ? { search: next } : {}) }, replace)}
      />
      <Segmented
        label="State"
        value={state ?? ALL}
        onChange={(next) => {
          const wanted = SUITE_FILTERS.find((one) => one === next);
          onChange({ ...without("state"), ...(wanted ? { state: wanted } : {}) }, false);
        }}
        options={STATES}
      />
      <Select
        label="Prompt"
        size="sm"
        className="w-full sm:w-56"
        value={prompt ?? ALL}
        onChange={(next) => onChange({ ...without("prompt"), ...(next === ALL ? {} : { prompt: next }) }, false)}
        options={known ? options : [...options, { value: prompt, label: "This prompt" }]}
      />
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onChange({}, false)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}
