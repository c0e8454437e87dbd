import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import type { Metric } from "@/api/types";
import { promptChoicesQuery, type RunFilter } from "./api";
import { GROUP_NAMES, GROUP_WORDS } from "./runStates";

interface RunFiltersProps {
  project: string;
  filter: RunFilter;
  /** By which the runs in sight can be read. */
  metrics: readonly Metric[];
  onChange: (filter: RunFilter) => void;
}

const ALL = "all";

/** The address holds the filters, so that they can be shared and the back button undoes them. */
export function RunFilters({ project, filter, metrics, onChange }: RunFiltersProps) {
  const prompts = useQuery(promptChoicesQuery(project, "generator", ""));
  const { state, prompt, metric } = filter;
  const keys = [...new Set([...metrics.map(({ key }) => key), ...(metric ? [metric] : [])])];
  const options = [
    { value: ALL, label: "All prompts" },
    ...(prompts.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const known = prompt === undefined || options.some(({ value }) => value === prompt);
  return (
    <div role="search" aria-label="Filter runs" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Segmented
        label="State"
        value={state ?? ALL}
        onChange={(next) => {
          const group = GROUP_NAMES.find((name) => name === next);
          onChange({
            ...(prompt ? { prompt } : {}),
            ...(group ? { state: group } : {}),
            ...(metric ? { metric } : {}),
          });
        }}
        options={[
          { value: ALL, label: "All" },
          ...GROUP_NAMES.map((name) => ({ value: name, label: GROUP_WORDS[name] })),
        ]}
      />
      <Select
        label="Prompt"
        size="sm"
        className="w-full sm:w-56"
        value={prompt ?? ALL}
        onChange={(next) =>
          onChange({
            ...(state ? { state } : {}),
            ...(next === ALL ? {} : { prompt: next }),
            ...(metric ? { metric } : {}),
          })
        }
        options={known ? options : [...options, { value: prompt, label: "This prompt" }]}
      />
      {keys.length > 0 && (
        <Select
          label="Metric"
          size="sm"
          className="w-full sm:w-56"
          value={metric ?? ALL}
          onChange={(next) =>
            onChange({
              ...(state ? { state } : {}),
              ...(prompt ? { prompt } : {}),
              ...(next === ALL ? {} : { metric: next }),
            })
          }
          options={[
            { value: ALL, label: "Main metric of each run" },
            ...keys.map((key) => ({ value: key, label: key })),
          ]}
        />
      )}
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onChange({})}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}
