import { useQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import { judgeChoicesQuery, rubricWords } from "@/features/judging";
import { Picker } from "@/shared/ui/Picker";

interface JudgeChoiceProps {
  project: string;
  id: string;
  /** Which modes fit. */
  modes: readonly string[];
  onChange: (id: string) => void;
}

/** One of the project's judges, where a scorer is chosen for a run that has not begun. */
export function JudgeChoice({ project, id, modes, onChange }: JudgeChoiceProps) {
  const all = useQuery(judgeChoicesQuery(project)).data?.items ?? [];
  const fitting = all.filter(({ mode, archived }) => modes.includes(mode) && !archived);
  const chosen = all.find((judge) => judge.id === id);
  return (
    <Picker
      label="Judge"
      value={chosen ? id : null}
      shown={chosen && <span className="truncate">{chosen.name}</span>}
      placeholder="Choose a judge"
      options={fitting.map((judge) => ({
        value: judge.id,
        label: judge.name,
        hint: `${judge.model_name} · ${rubricWords(judge)}`,
        icon: <Gavel aria-hidden className="size-4 shrink-0 text-lilac" />,
      }))}
      onSearch={() => undefined}
      onChoose={({ value }) => onChange(value)}
      empty={
        modes.includes("pairwise")
          ? "No pairwise judges yet. Create one under Judges."
          : "No judges yet. Create one under Judges."
      }
    />
  );
}
