import { useQuery } from "@tanstack/react-query";
import { Play, Table2 } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { fewDatasetsQuery } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Picker } from "@/shared/ui/Picker";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { candidatesQuery } from "../api";
import { allThatFit, type BoardForm, chosenWords, problemsIn } from "./boardForm";
import { RunChoice } from "./RunChoice";

interface BoardFormViewProps {
  project: string;
  initial: BoardForm;
  /** The dataset of a leaderboard cannot change. */
  fixed?: boolean;
  saving: boolean;
  saveLabel: string;
  refused: readonly string[];
  onSave: (form: BoardForm) => void;
  cancel: ReactNode;
}

export function BoardFormView({
  project,
  initial,
  fixed = false,
  saving,
  saveLabel,
  refused,
  onSave,
  cancel,
}: BoardFormViewProps) {
  const [form, setForm] = useState(initial);
  const [tried, setTried] = useState(false);
  const problems = tried ? problemsIn(form) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!saving && Object.keys(problemsIn(form)).length === 0) onSave(form);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={problems.name}>
          <Input
            value={form.name}
            maxLength={100}
            autoComplete="off"
            placeholder="Riddles, autumn"
            onChange={(event) => setForm({ ...form, name: event.target.value })}
          />
        </Field>
        <Field
          label="Dataset"
          required
          error={problems.dataset}
          hint={
            fixed
              ? "The dataset of a leaderboard cannot change."
              : "All runs of a leaderboard answer the same cases of this dataset."
          }
        >
          {fixed ? (
            <Input value={form.dataset?.name ?? ""} readOnly />
          ) : (
            <BoardDatasetPicker
              project={project}
              value={form.dataset}
              onChoose={(dataset) => setForm({ ...form, dataset, runs: [] })}
            />
          )}
        </Field>
      </div>
      {form.dataset && (
        <Runs
          project={project}
          dataset={form.dataset.id}
          chosen={form.runs}
          problem={problems.runs}
          onChange={(runs) => setForm({ ...form, runs })}
        />
      )}
      {refused.length > 0 && (
        <Notice tone="error" alert>
          {refused.length === 1 ? (
            visibleText(refused[0] ?? "")
          ) : (
            <ul className="list-disc pl-4">
              {refused.map((reason) => (
                <li key={reason}>{visibleText(reason)}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <div
        className={cx(
          "sticky bottom-0 -mx-1 flex flex-wrap items-center justify-end gap-2",
          "border-t border-line bg-canvas px-1 py-3",
        )}
      >
        {cancel}
        <Button type="submit" loading={saving}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

function BoardDatasetPicker({
  project,
  value,
  onChoose,
}: {
  project: string;
  value: BoardForm["dataset"];
  onChoose: (dataset: NonNullable<BoardForm["dataset"]>) => void;
}) {
  const [search, setSearch] = useState("");
  const found = useQuery(fewDatasetsQuery(project, search, 50));
  return (
    <Picker
      value={value?.id ?? null}
      shown={
        <>
          <Table2 aria-hidden className="size-4 shrink-0 text-ink-subtle" />
          <span className="truncate">{visibleText(value?.name ?? "")}</span>
        </>
      }
      placeholder="Choose a dataset…"
      options={(found.data?.items ?? []).map(({ id, name, cases }) => ({
        value: id,
        label: name,
        hint: countOf(cases, "case"),
      }))}
      onSearch={setSearch}
      onChoose={({ value: id, label: name }) => onChoose({ id, name })}
      empty="No datasets yet. Create one under Datasets."
    />
  );
}

interface RunsProps {
  project: string;
  dataset: string;
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (chosen: string[]) => void;
}

function Runs({ project, dataset, chosen, problem, onChange }: RunsProps) {
  const found = useQuery(candidatesQuery(project, dataset, chosen[0] ?? null));
  if (found.isPending) return <RowSkeletons count={4} label="Loading runs" />;
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { items } = found.data;
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Play />}
        title="No runs on this dataset yet"
        action={
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/runs/new" params={{ slug: project }} search={{ dataset }}>
              New run
            </Link>
          </Button>
        }
      >
        Run a prompt over the cases of this dataset on the models you want to compare, with a scorer or a judge.
      </EmptyState>
    );
  }
  const all = allThatFit(chosen, items);
  return (
    <section aria-labelledby="board-runs">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="board-runs" className="text-sm font-medium text-ink">
          Runs
        </h2>
        <span role="status" className="text-xs text-ink-subtle">
          {chosen.length > 0
            ? `${chosenWords(chosen, items)} chosen`
            : "Choose the first run. The others must have the same cases and scorers."}
        </span>
        {chosen.length > 0 && all.length > chosen.length && (
          <Button variant="ghost" size="xs" onClick={() => onChange(all)}>
            Add all comparable runs ({all.length - chosen.length})
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="mb-2 text-xs text-error">
          {problem}
        </p>
      )}
      <RunChoice candidates={items} chosen={chosen} onChange={onChange} />
    </section>
  );
}
