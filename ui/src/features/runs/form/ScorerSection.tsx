import { useQuery } from "@tanstack/react-query";
import { Gavel, Plus, Ruler, X } from "lucide-react";
import { useState } from "react";
import type { ScorerKind } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { Disclosure } from "@/shared/ui/Disclosure";
import { IconButton } from "@/shared/ui/IconButton";
import { Picker } from "@/shared/ui/Picker";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { scorerKindsQuery } from "../api";
import { byGroup } from "../assist/scorerGroups";
import { newKey, problemAt, type RunProblem, type ScorerPart } from "./runForm";
import { fieldsOf, specProblems, specSummary } from "./schemaFields";
import { RunFormSection } from "./RunFormSection";
import { SpecFields } from "./SpecFields";

interface ScorerListProps {
  project: string;
  scorers: readonly ScorerPart[];
  problems: readonly RunProblem[];
  /** Mark what is still missing. */
  tried: boolean;
  onChange: (scorers: ScorerPart[]) => void;
}

export function ScorerSection(props: ScorerListProps) {
  return (
    <RunFormSection
      title="Scorers"
      hint="Scorers rate the answers. Optional: scorers can be added later without calling the models again."
      problem={problemAt(props.problems, "scorers")}
    >
      <ScorerList {...props} />
    </RunFormSection>
  );
}

export function ScorerList({ project, scorers, problems, tried, onChange }: ScorerListProps) {
  const kinds = useQuery(scorerKindsQuery(project)).data?.items ?? [];
  const [fresh, setFresh] = useState<number | null>(null);
  const add = (kind: string) => {
    const key = newKey();
    setFresh(key);
    onChange([...scorers, { key, kind, values: {} }]);
  };
  const options = byGroup(kinds.filter(({ missing }) => missing === null)).flatMap(({ title: group, items }) =>
    items.map(({ kind, title, description, calls_model: judge }) => ({
      group,
      value: kind,
      label: title,
      hint: description,
      icon: judge ? (
        <Gavel aria-hidden className="size-4 shrink-0 text-lilac" />
      ) : (
        <Ruler aria-hidden className="size-4 shrink-0 text-ink-subtle" />
      ),
    })),
  );
  return (
    <>
      <ul className="flex flex-col gap-2">
        {scorers.map((part, place) => {
          const kind = kinds.find((known) => known.kind === part.kind);
          if (!kind) return null;
          return (
            <li key={part.key} className="rounded-md border border-line px-3 py-2">
              <ScorerRow
                project={project}
                kind={kind}
                part={part}
                place={place}
                problems={problems}
                tried={tried}
                startOpen={part.key === fresh}
                onChange={(values) => onChange(scorers.map((one) => (one.key === part.key ? { ...one, values } : one)))}
                onRemove={() => onChange(scorers.filter(({ key }) => key !== part.key))}
              />
            </li>
          );
        })}
      </ul>
      <div className={scorers.length > 0 ? "mt-2" : ""}>
        <Picker
          label="Add a scorer"
          value={null}
          shown={
            <>
              <Plus aria-hidden /> Add a scorer
            </>
          }
          placeholder="Search scorers…"
          options={options}
          onSearch={() => undefined}
          onChoose={({ value }) => add(value)}
          asButton
        />
      </div>
    </>
  );
}

interface ScorerRowProps {
  project: string;
  kind: ScorerKind;
  part: ScorerPart;
  place: number;
  problems: readonly RunProblem[];
  tried: boolean;
  startOpen: boolean;
  onChange: (values: ScorerPart["values"]) => void;
  onRemove: () => void;
}

function ScorerRow({ project, kind, part, place, problems, tried, startOpen, onChange, onRemove }: ScorerRowProps) {
  const { usual, rare } = fieldsOf(kind.schema);
  const [open, setOpen] = useState(startOpen);
  const [more, setMore] = useState(false);
  const here = `scorers.${place}`;
  const told = Object.fromEntries(
    problems
      .filter(({ field }) => field.startsWith(`${here}.`))
      .map(({ field, message }) => [field.slice(here.length + 1), message]),
  );
  const missing = tried ? specProblems(kind.schema, part.values) : {};
  const wrong = { ...told, ...missing };
  const name = typeof part.values["name"] === "string" ? part.values["name"] : "";
  const hasFields = usual.length + rare.length > 0;
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="min-w-0 truncate text-sm font-medium text-ink">{name || kind.title}</span>
        {kind.calls_model && (
          <Badge tone="lilac" icon={<Gavel aria-hidden />}>
            calls a model
          </Badge>
        )}
        {kind.needs_expected && <Badge>uses the expected answer</Badge>}
        <IconButton label={`Remove ${kind.title}`} className="ml-auto size-7" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {hasFields && (
        <Disclosure
          label="Settings"
          open={open || Object.keys(missing).length > 0}
          onOpenChange={setOpen}
          summary={specSummary(kind.schema, part.values) || "default settings"}
        >
          <div className="rounded-md border border-line bg-surface p-3">
            <SpecFields project={project} fields={usual} values={part.values} problems={wrong} onChange={onChange} />
            {rare.length > 0 && (
              <div className={usual.length > 0 ? "mt-3" : ""}>
                <Disclosure
                  label="More"
                  open={more || usual.length === 0}
                  onOpenChange={setMore}
                  summary="name, which part of the answer"
                >
                  <SpecFields
                    project={project}
                    fields={rare}
                    values={part.values}
                    problems={wrong}
                    onChange={onChange}
                  />
                </Disclosure>
              </div>
            )}
          </div>
        </Disclosure>
      )}
      <ProblemLine text={problemAt(problems, here)} className="mt-1" />
    </>
  );
}
