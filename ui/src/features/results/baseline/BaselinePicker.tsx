import { useInfiniteQuery } from "@tanstack/react-query";
import type { RunReport } from "@/api/types";
import { runListQuery } from "@/features/runs";
import { Select } from "@/shared/ui/Select";

const PREVIOUS = "previous";
const OFFERED_AT_MOST = 20;

interface BaselinePickerProps {
  project: string;
  run: RunReport;
  /** "production", the id of a run, or undefined for the run before. */
  value: string | undefined;
  onChange: (baseline: string | undefined) => void;
}

/** Choose the run that the results are compared with. */
export function BaselinePicker({ project, run, value, onChange }: BaselinePickerProps) {
  const prompt = run.plan.columns[0]?.prompt_id;
  const list = useInfiniteQuery(runListQuery(project, { ...(prompt ? { prompt } : {}) }));
  const others = (list.data?.pages.flatMap((page) => page.items) ?? [])
    .filter(({ id, state }) => id !== run.id && state === "completed")
    .slice(0, OFFERED_AT_MOST);
  const chosen = value ?? PREVIOUS;
  const options = [
    { value: PREVIOUS, label: "Previous run" },
    { value: "production", label: "Production version" },
    ...others.map(({ id, number, name }) => ({ value: id, label: `#${number} ${name}` })),
  ];
  if (!options.some((option) => option.value === chosen)) options.push({ value: chosen, label: "Chosen run" });
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="hidden text-xs whitespace-nowrap text-ink-muted @lg:inline">
        Compared with
      </span>
      <Select
        label="Baseline"
        size="xs"
        className="w-40"
        value={chosen}
        options={options}
        onChange={(next) => onChange(next === PREVIOUS ? undefined : next)}
      />
    </span>
  );
}
