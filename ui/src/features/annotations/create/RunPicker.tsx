import { useInfiniteQuery } from "@tanstack/react-query";
import { runListQuery } from "@/features/runs";
import { Picker } from "@/shared/ui/Picker";

interface RunPickerProps {
  project: string;
  value: string | null;
  shown: string | null;
  onChoose: (run: string) => void;
}

/** The runs of the last while; older ones are reached from their own page. */
export function RunPicker({ project, value, shown, onChoose }: RunPickerProps) {
  const list = useInfiniteQuery(runListQuery(project, {}));
  const runs = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Picker
      value={value}
      shown={<span className="truncate">{shown ?? "…"}</span>}
      placeholder="Choose a run"
      options={runs.map((run) => ({
        value: run.id,
        label: `#${run.number} ${run.name}`,
        hint: `${run.answered.toLocaleString("en")} answers`,
      }))}
      onChoose={(option) => onChoose(option.value)}
      onSearch={() => undefined}
      empty="No runs yet. Start a run first: people label its answers."
    />
  );
}
