import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { rubricChoicesQuery, rubricQuery } from "@/features/judging";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { Picker } from "@/shared/ui/Picker";
import { criteriaOf, type PlanForm, rubricOf } from "../wizardForm";
import { CriteriaPreview } from "./CriteriaPreview";
import type { StepProps } from "./stepProps";

interface KnownRubricProps {
  project: string;
  form: Pick<PlanForm, "criteria" | "rubric">;
  change: StepProps["change"];
  /** The criteria were replaced; `undo` brings the earlier ones back. */
  onUse: (words: string, undo: () => void) => void;
}

/** A rubric of the project: its criteria are read first and then copied into the plan, which keeps its version. */
export function KnownRubric({ project, form, change, onUse }: KnownRubricProps) {
  const [seen, setSeen] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const all = useQuery(rubricChoicesQuery(project)).data?.items ?? [];
  const used = rubricOf(form);
  const shown = seen ?? used?.id ?? null;
  const chosen = useQuery({ ...rubricQuery(project, shown ?? ""), enabled: shown !== null }).data;
  if (all.length === 0) return null;
  const words = search.trim().toLowerCase();
  const { criteria, rubric } = form;
  const use = () => {
    if (!chosen) return;
    change({
      criteria: criteriaOf(chosen.criteria),
      rubric: { id: chosen.id, version: chosen.version, criteria: chosen.criteria },
    });
    setSeen(null);
    onUse(`The criteria are those of ${chosen.name}.`, () => change({ criteria, rubric }));
  };
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Rubric of this project"
        optional
        hint={
          rubric !== null && used === null
            ? "The criteria were changed: they become a new rubric when the experiment starts."
            : "Choose one to read its criteria first. Without one, the criteria below become a new rubric."
        }
      >
        <Picker
          value={shown}
          shown={
            chosen && (
              <>
                <ListChecks aria-hidden className="size-4 shrink-0 text-ink-subtle" />
                <span className="truncate">
                  {visibleText(chosen.name)} v{used && seen === null ? used.version : chosen.version}
                </span>
              </>
            )
          }
          placeholder="Choose an existing rubric…"
          options={all
            .filter(({ name }) => name.toLowerCase().includes(words))
            .map(({ id, name, version, criteria: parts }) => ({
              value: id,
              label: name,
              hint: `v${version} · ${parts.map((one) => one.name).join(", ")}`,
            }))}
          onSearch={setSearch}
          onChoose={({ value }) => setSeen(value)}
          empty="No rubric has this name."
        />
      </Field>
      {seen !== null && chosen?.id === seen && (
        <section aria-label="Criteria of the rubric" className="flex flex-col gap-3">
          <CriteriaPreview criteria={chosen.criteria} />
          {criteria.length > 0 && <Notice tone="info">This replaces the criteria below.</Notice>}
          <div className="flex gap-2">
            <Button size="sm" onClick={use}>
              Use this rubric
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setSeen(null)}>
              Cancel
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
