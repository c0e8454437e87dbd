import { useQuery } from "@tanstack/react-query";
import { ArrowDownUp, Check, ChevronDown, SlidersHorizontal, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Split } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { DropdownMenu, MenuItem, MenuLabel, MenuRadioGroup } from "@/shared/ui/DropdownMenu";
import { SearchField } from "@/shared/ui/SearchField";
import { Segmented } from "@/shared/ui/Segmented";
import type { CaseFilter, CaseSort } from "./api";
import { tagsQuery } from "./api";
import { ROW_HEIGHTS, type RowHeight } from "./caseColumns";
import { DIFFICULTIES, DIFFICULTY_WORDS, SPLIT_NAMES, SPLITS } from "./datasetKinds";

interface CaseFiltersProps {
  project: string;
  dataset: string;
  filter: CaseFilter;
  sort: CaseSort;
  /** What is left out is taken away. */
  onChange: (filter: CaseFilter, sort: CaseSort, replace: boolean) => void;
  /** Null where rows are cards. */
  rowHeight: RowHeight | null;
  onRowHeight: (height: RowHeight) => void;
}

const SORT_NAMES: Record<CaseSort, string> = {
  position: "As added",
  newest: "Newest first",
  changed: "Last changed first",
  easiest: "Easiest first",
  hardest: "Hardest first",
};
const HEIGHT_NAMES: Record<RowHeight, string> = { small: "S", medium: "M", large: "L" };

/** The address holds what is looked for, so that it can be shared and the back button undoes it. */
export function CaseFilters({ project, dataset, filter, sort, onChange, rowHeight, onRowHeight }: CaseFiltersProps) {
  const tags = useQuery(tagsQuery(project, dataset));
  const known = tags.data?.items ?? [];
  const set = (part: { [K in keyof CaseFilter]: CaseFilter[K] | undefined }, replace = false) =>
    onChange(without({ ...filter, ...part }), sort, replace);
  return (
    <div role="search" aria-label="Filter cases" className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search cases"
        inAddress={filter.search ?? ""}
        onSearch={(search, replace) => set({ search }, replace)}
      />
      <FilterMenu label="Tag" chosen={filter.tag ?? null} onClear={() => set({ tag: undefined })}>
        {known.length === 0 && <MenuLabel>No tags in this dataset yet</MenuLabel>}
        {known.map(({ tag, cases }) => (
          <FilterChoice
            key={tag}
            on={filter.tag === tag}
            onSelect={() => set({ tag })}
            aside={cases.toLocaleString("en")}
          >
            {tag}
          </FilterChoice>
        ))}
      </FilterMenu>
      <FilterMenu
        label="Split"
        chosen={filter.split ? SPLIT_NAMES[filter.split] : null}
        onClear={() => set({ split: undefined })}
      >
        {SPLITS.map((split: Split) => (
          <FilterChoice key={split} on={filter.split === split} onSelect={() => set({ split })}>
            {SPLIT_NAMES[split]}
          </FilterChoice>
        ))}
      </FilterMenu>
      <FilterMenu
        label="Difficulty"
        chosen={filter.difficulty ? `${filter.difficulty}` : null}
        onClear={() => set({ difficulty: undefined })}
      >
        {DIFFICULTIES.map((step) => (
          <FilterChoice
            key={step}
            on={filter.difficulty === step}
            onSelect={() => set({ difficulty: step })}
            aside={DIFFICULTY_WORDS[step]}
          >
            {step}
          </FilterChoice>
        ))}
      </FilterMenu>
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onChange({}, sort, false)}>
          <X aria-hidden /> Clear
        </Button>
      )}
      <div className="ml-auto flex items-center gap-2">
        <DropdownMenu
          trigger={
            <Button variant="ghost" size="sm">
              <ArrowDownUp aria-hidden /> {SORT_NAMES[sort]}
            </Button>
          }
        >
          <MenuRadioGroup
            label="Order"
            value={sort}
            onChange={(next) => onChange(filter, next, false)}
            options={Object.entries(SORT_NAMES).map(([value, label]) => ({ value: value as CaseSort, label }))}
          />
        </DropdownMenu>
        {rowHeight && (
          <span className="hidden items-center gap-1.5 lg:inline-flex">
            <SlidersHorizontal aria-hidden className="size-4 text-ink-subtle" />
            <Segmented
              label="Row height"
              value={rowHeight}
              onChange={onRowHeight}
              options={ROW_HEIGHTS.map((value) => ({ value, label: HEIGHT_NAMES[value] }))}
            />
          </span>
        )}
      </div>
    </div>
  );
}

function without(filter: { [K in keyof CaseFilter]: CaseFilter[K] | undefined }): CaseFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

interface FilterMenuProps {
  label: string;
  /** What is chosen, in words; null for no filter. */
  chosen: string | null;
  onClear: () => void;
  children: ReactNode;
}

/** A pill: what it filters by and, once something is chosen, what. */
function FilterMenu({ label, chosen, onClear, children }: FilterMenuProps) {
  return (
    <span
      className={cx(
        "inline-flex h-9 items-center rounded-md border text-sm",
        chosen ? "border-accent-mark bg-accent-soft text-accent-ink" : "border-dashed border-control text-ink-muted",
      )}
    >
      <DropdownMenu
        align="start"
        trigger={
          <button
            type="button"
            className={cx(
              "inline-flex h-full items-center gap-1.5 rounded-md px-3 font-medium",
              !chosen && "hover:bg-surface-hover hover:text-ink",
            )}
          >
            <span>
              {label}
              {chosen && <span className="font-normal">: </span>}
              {chosen && <span className="inline-block max-w-32 truncate align-bottom">{chosen}</span>}
            </span>
            {!chosen && <ChevronDown aria-hidden className="size-3.5" />}
          </button>
        }
      >
        <div className="max-h-80 overflow-y-auto">{children}</div>
      </DropdownMenu>
      {chosen && (
        <button
          type="button"
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={onClear}
          className="inline-flex h-full items-center rounded-md pr-2.5 hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

function FilterChoice({
  on,
  onSelect,
  aside,
  children,
}: {
  on: boolean;
  onSelect: () => void;
  aside?: string | undefined;
  children: ReactNode;
}) {
  return (
    <MenuItem onSelect={onSelect} icon={on ? <Check aria-hidden /> : <span className="size-4" />}>
      <span className="max-w-56 min-w-0 truncate">{children}</span>
      {on && <span className="sr-only">(chosen)</span>}
      {aside && <span className="ml-auto pl-4 text-xs text-ink-subtle">{aside}</span>}
    </MenuItem>
  );
}
