import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { Field } from "@/shared/ui/Field";
import { Picker } from "@/shared/ui/Picker";
import { Select } from "@/shared/ui/Select";
import { rubricChoicesQuery, rubricQuery } from "../api";

interface RubricChoiceProps {
  project: string;
  rubric: string;
  /** Null: the newest. */
  version: number | null;
  problem: string | undefined;
  onChange: (rubric: string, version: number | null) => void;
}

/** Which rubric, and which of its versions: a judge keeps the one it was made with. */
export function RubricChoice({ project, rubric, version, problem, onChange }: RubricChoiceProps) {
  const all = useQuery(rubricChoicesQuery(project)).data?.items ?? [];
  const chosen = useQuery({ ...rubricQuery(project, rubric), enabled: rubric !== "" }).data;
  const numbers = [...(chosen?.versions ?? [])].map(({ number }) => number).sort((one, other) => other - one);
  const newest = numbers[0] ?? chosen?.version;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem]">
      <Field
        label="Rubric"
        required
        error={problem}
        hint={
          <>
            No suitable rubric?{" "}
            <Link
              to="/projects/$slug/judges/rubrics/new"
              params={{ slug: project }}
              className="rounded font-medium text-accent-ink hover:underline"
            >
              Create a rubric
            </Link>
          </>
        }
      >
        <Picker
          value={rubric || null}
          shown={chosen && <span className="truncate">{chosen.name}</span>}
          placeholder="Choose a rubric"
          options={all.map(({ id, name, version: latest, criteria }) => ({
            value: id,
            label: name,
            hint: `v${latest} · ${criteria.map((one) => one.name).join(", ")}`,
            icon: <ListChecks aria-hidden className="size-4 shrink-0 text-ink-subtle" />,
          }))}
          onSearch={() => undefined}
          onChoose={({ value }) => onChange(value, null)}
          empty="No rubrics yet. Create one first."
        />
      </Field>
      {chosen && newest !== undefined && (
        <Field label="Version">
          <Select
            value={String(version ?? newest)}
            onChange={(number) => onChange(rubric, Number(number))}
            options={numbers.map((number) => ({
              value: String(number),
              label: number === newest ? `v${number} (latest)` : `v${number}`,
            }))}
          />
        </Field>
      )}
    </div>
  );
}
