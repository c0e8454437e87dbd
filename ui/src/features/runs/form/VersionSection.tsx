import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PenLine, Plus, TextQuote, X } from "lucide-react";
import { useState } from "react";
import type { Prompt } from "@/api/types";
import { promptQuery, WritePromptDialog } from "@/features/prompts";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { IsolatedForm } from "@/shared/ui/IsolatedForm";
import { Picker } from "@/shared/ui/Picker";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { Select } from "@/shared/ui/Select";
import { forecastsKey, promptChoicesQuery } from "../api";
import { newKey, problemAt, type RunProblem, type VersionPart } from "./runForm";
import { RunFormSection } from "./RunFormSection";

interface VersionSectionProps {
  project: string;
  versions: readonly VersionPart[];
  problems: readonly RunProblem[];
  onChange: (versions: VersionPart[]) => void;
  /** For what runs again and again: a saved version, or a label to follow, never a draft. */
  saved?: boolean;
}

const NUMBERS_OFFERED = 50;
const FOLLOW_NEWEST = "label:latest";

export function VersionSection({ project, versions, problems, onChange, saved = false }: VersionSectionProps) {
  const cache = useQueryClient();
  const [writing, setWriting] = useState(false);
  const start = saved ? FOLLOW_NEWEST : "draft";
  const change = (key: number, part: Partial<VersionPart>) =>
    onChange(versions.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = (prompt: string) => onChange([...versions, { key: newKey(), prompt, version: start }]);
  return (
    <RunFormSection
      title="Prompt"
      hint={
        saved
          ? "The prompt that is sent. A label always uses the version it points to; a number is fixed."
          : "The prompt that is sent. Each version is a column in the results."
      }
      problem={problemAt(problems, "versions")}
    >
      <ul className="flex flex-col gap-2">
        {versions.map((part, place) => (
          <li key={part.key}>
            <ChosenVersionRow
              project={project}
              part={part}
              saved={saved}
              onPrompt={(prompt) => change(part.key, { prompt, version: start })}
              onVersion={(version) => change(part.key, { version })}
              onRemove={() => onChange(versions.filter(({ key }) => key !== part.key))}
            />
            <ProblemLine text={problemAt(problems, `versions.${place}`, true)} className="mt-1" />
          </li>
        ))}
      </ul>
      <div className={cx("flex flex-wrap items-center gap-2", versions.length > 0 && "mt-2")}>
        <PromptPicker
          project={project}
          kind="generator"
          label={versions.length === 0 ? "Choose a prompt" : "Add another version"}
          onChoose={add}
          adding
        />
        {!saved && (
          <Button variant="ghost" size="sm" onClick={() => setWriting(true)}>
            <PenLine aria-hidden /> Write a new prompt
          </Button>
        )}
      </div>
      {writing && (
        <IsolatedForm>
          <WritePromptDialog
            project={project}
            onClose={() => setWriting(false)}
            onWritten={({ id }) => {
              add(id);
              // What was said of a project without prompts no longer holds.
              void cache.invalidateQueries({ queryKey: forecastsKey(project) });
              setWriting(false);
            }}
          />
        </IsolatedForm>
      )}
    </RunFormSection>
  );
}

interface ChosenVersionRowProps {
  project: string;
  part: VersionPart;
  saved: boolean;
  onPrompt: (prompt: string) => void;
  onVersion: (version: string) => void;
  onRemove: () => void;
}

function ChosenVersionRow({ project, part, saved, onPrompt, onVersion, onRemove }: ChosenVersionRowProps) {
  const prompt = useQuery(promptQuery(project, part.prompt)).data;
  return (
    <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <PromptPicker project={project} kind="generator" label="Prompt" chosen={prompt ?? null} onChoose={onPrompt} />
      </div>
      <Select
        label="Version"
        className="min-w-0 flex-1 sm:w-64 sm:flex-none"
        value={part.version}
        onChange={onVersion}
        options={saved ? savedOptions(prompt ?? null, part.version) : versionOptions(prompt ?? null, part.version)}
      />
      <IconButton label="Remove this version" onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

/** The draft, the labels, and the newest numbers. */
function versionOptions(prompt: Pick<Prompt, "latest" | "labels" | "clean"> | null, chosen: string) {
  if (!prompt) return [{ value: chosen, label: chosen === "draft" ? "Draft" : chosen.replace("label:", "") }];
  const { latest, labels, clean } = prompt;
  const draft = clean && latest > 0 ? `Newest (v${latest})` : `Draft, becomes v${latest + 1}`;
  const numbers = Array.from({ length: Math.min(latest, NUMBERS_OFFERED) }, (_, place) => String(latest - place));
  if (/^\d+$/.test(chosen) && !numbers.includes(chosen)) numbers.push(chosen);
  return [
    { value: "draft", label: draft },
    ...Object.entries(labels)
      .filter(([label]) => label !== "latest")
      .map(([label, number]) => ({ value: `label:${label}`, label: `${label} (v${number})` })),
    ...numbers.map((number) => ({ value: number, label: `Version ${number}` })),
  ];
}

/** Labels to follow, then versions to stay with. */
function savedOptions(prompt: Pick<Prompt, "latest" | "labels"> | null, chosen: string) {
  if (!prompt) return [{ value: chosen, label: chosen.replace("label:", "") }];
  const labels = Object.entries({ latest: prompt.latest, ...prompt.labels }).map(([label, number]) => ({
    value: `label:${label}`,
    label: label === "latest" ? `Newest, now v${number}` : `${label}, now v${number}`,
    hint: "Follows the label when it moves",
  }));
  const lost =
    chosen.startsWith("label:") && !labels.some(({ value }) => value === chosen)
      ? [{ value: chosen, label: chosen.replace("label:", ""), hint: "No version has this label now" }]
      : [];
  const numbers = Array.from({ length: Math.min(prompt.latest, NUMBERS_OFFERED) }, (_, place) =>
    String(prompt.latest - place),
  );
  if (/^\d+$/.test(chosen) && !numbers.includes(chosen)) numbers.push(chosen);
  return [
    ...labels,
    ...lost,
    ...numbers.map((number) => ({ value: number, label: `Version ${number}`, hint: "Always this version" })),
  ];
}

interface PromptPickerProps {
  project: string;
  kind: "generator" | "grader";
  label: string;
  chosen?: { id: string; name: string } | null;
  onChoose: (prompt: string) => void;
  adding?: boolean;
}

export function PromptPicker({ project, kind, label, chosen = null, onChoose, adding = false }: PromptPickerProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(promptChoicesQuery(project, kind, search));
  const options = (found.data?.items ?? []).map(({ id, name, latest }) => ({
    value: id,
    label: name,
    hint: latest > 0 ? `${latest === 1 ? "1 version" : `${latest} versions`}` : "draft only",
  }));
  return (
    <Picker
      label={label}
      value={chosen?.id ?? null}
      shown={
        adding ? (
          <>
            <Plus aria-hidden /> {label}
          </>
        ) : (
          <>
            <TextQuote aria-hidden className="size-4 shrink-0 text-ink-subtle" />
            <span className="truncate">{chosen?.name}</span>
          </>
        )
      }
      placeholder={kind === "grader" ? "Search graders…" : "Search prompts…"}
      options={options}
      onSearch={setSearch}
      onChoose={({ value }) => onChoose(value)}
      asButton={adding}
      empty={
        kind === "grader" ? "No graders yet. Create one under Prompts." : "No prompts yet. Create one under Prompts."
      }
    />
  );
}
