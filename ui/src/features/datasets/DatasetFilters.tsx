import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import type { DatasetKind } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Picker } from "@/shared/ui/Picker";
import { SearchField } from "@/shared/ui/SearchField";
import { Select } from "@/shared/ui/Select";
import { type DatasetFilter, projectTagsQuery } from "./api";
import { DIFFICULTIES, DIFFICULTY_WORDS, KIND_HINTS, KIND_NAMES, KINDS } from "./datasetKinds";
import { matchingTags } from "./manage/tagActions";

interface DatasetFiltersProps {
  project: string;
  filter: DatasetFilter;
  onChange: (filter: DatasetFilter, replace: boolean) => void;
}

export function DatasetFilters({ project, filter, onChange }: DatasetFiltersProps) {
  const { search, kind, tag, difficulty } = filter;
  const set = (part: { [Key in keyof DatasetFilter]: DatasetFilter[Key] | undefined }, replace = false) =>
    onChange(
      Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined)),
      replace,
    );
  return (
    <div role="search" aria-label="Filter datasets" className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search datasets"
        inAddress={search ?? ""}
        onSearch={(next, replace) => set({ search: next }, replace)}
      />
      <Select<DatasetKind | "all">
        label="Kind"
        className="w-36"
        value={kind ?? "all"}
        onChange={(next) => set({ kind: next === "all" ? undefined : next })}
        options={[
          { value: "all", label: "All kinds" },
          ...KINDS.map((value) => ({ value, label: KIND_NAMES[value], hint: KIND_HINTS[value] })),
        ]}
      />
      <Select
        label="Difficulty"
        className="w-40"
        value={difficulty === undefined ? "all" : String(difficulty)}
        onChange={(next) => set({ difficulty: next === "all" ? undefined : Number(next) })}
        options={[
          { value: "all", label: "Any difficulty" },
          ...DIFFICULTIES.map((step) => ({ value: String(step), label: `${step} · ${DIFFICULTY_WORDS[step] ?? ""}` })),
        ]}
      />
      <div className="w-36">
        <TagPicker project={project} tag={tag ?? null} onTag={(next) => set({ tag: next ?? undefined })} />
      </div>
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" onClick={() => onChange({}, false)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}

const OFFERED = 50;
/** The name of the choice that is none: tags are never empty. */
const ANY = "";

/** Datasets that have a case with this tag. */
function TagPicker({
  project,
  tag,
  onTag,
}: {
  project: string;
  tag: string | null;
  onTag: (tag: string | null) => void;
}) {
  const [typed, setTyped] = useState("");
  const known = useQuery(projectTagsQuery(project)).data?.items ?? [];
  const found = matchingTags(known, typed).slice(0, OFFERED);
  return (
    <Picker
      label="Tag of a case"
      value={tag}
      shown={<span className="truncate">{tag === null ? null : visibleText(tag)}</span>}
      placeholder="Any tag"
      options={[
        ...(tag === null ? [] : [{ value: ANY, label: "Any tag" }]),
        ...found.map(({ tag: one, cases }) => ({ value: one, label: visibleText(one), hint: countOf(cases, "case") })),
      ]}
      onSearch={setTyped}
      onChoose={({ value }) => onTag(value === ANY ? null : value)}
      empty="No case has a tag yet"
    />
  );
}
