import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical, Gavel } from "lucide-react";
import { useState } from "react";
import { promptQuery } from "@/features/prompts";
import { type ChosenModel, ModelPicker, promptChoicesQuery } from "@/features/runs";
import { Field } from "@/shared/ui/Field";
import { PickerList } from "@/shared/ui/Picker";
import type { Setup } from "../setup/runSetup";
import { PillPopover } from "./PillPopover";

interface GraderPickerProps {
  project: string;
  grader: Setup["grader"];
  /** Judges, until another is chosen. */
  usual: ChosenModel | null;
  onChange: (grader: Setup["grader"]) => void;
}

const NONE = "none";

/** Which prompt grades the answers, and which model reads it. */
export function GraderPicker({ project, grader, usual, onChange }: GraderPickerProps) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const found = useQuery({ ...promptChoicesQuery(project, "grader", search), enabled: open });
  const chosen = useQuery({ ...promptQuery(project, grader?.prompt ?? ""), enabled: grader !== null }).data;
  const graders = (found.data?.items ?? []).map(({ id, name, latest }) => ({
    value: id,
    label: name,
    hint: latest > 0 ? `v${latest}` : "no version yet: save one first",
    icon: <Gavel aria-hidden className="size-4 shrink-0 text-lilac" />,
  }));
  const none = {
    value: NONE,
    label: "No grader",
    hint: "Label by hand, with thumbs",
    icon: <FlaskConical aria-hidden className="size-4 shrink-0 text-ink-subtle" />,
  };
  return (
    <PillPopover
      label="Grader"
      icon={grader ? <Gavel aria-hidden /> : <FlaskConical aria-hidden />}
      text={grader ? (chosen?.name ?? "Grader") : "No grader"}
      open={open}
      onOpenChange={setOpen}
    >
      <PickerList
        value={grader?.prompt ?? NONE}
        placeholder="Search graders…"
        options={[none, ...graders]}
        onSearch={setSearch}
        onChoose={({ value }) => {
          const model = grader?.model ?? usual;
          if (value === NONE) onChange(null);
          else if (model) onChange({ prompt: value, model });
          if (value === NONE) setOpen(false);
        }}
      />
      <div className="border-t border-line p-3">
        {grader ? (
          <Field label="Judged by">
            <ModelPicker
              project={project}
              label="Model of the grader"
              chosen={grader.model}
              onChoose={(model) => onChange({ ...grader, model })}
            />
          </Field>
        ) : (
          <Link
            to="/projects/$slug/prompts"
            params={{ slug: project }}
            search={{ create: true, kind: "grader" }}
            className="inline-flex min-h-6 items-center rounded text-sm font-medium text-accent-ink hover:underline"
          >
            Write a new grader
          </Link>
        )}
      </div>
    </PillPopover>
  );
}
