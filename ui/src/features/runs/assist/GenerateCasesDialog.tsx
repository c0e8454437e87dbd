import { useState } from "react";
import type { Dataset, Project, Prompt } from "@/api/types";
import { AssistStep, readCases, UnreadableAnswer, type WrittenCases } from "@/features/assists";
import { FirstRows, generationWords, SelectBox, useKeepQuestions } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Dialog } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Segmented } from "@/shared/ui/Segmented";

const HINTS_LEAST = 20;
const HINTS_MOST = 1_000;
const COUNTS = ["5", "10", "20", "50"] as const;

interface GenerateCasesDialogProps {
  project: Project;
  prompt: Prompt;
  promptText: string;
  variables: readonly string[];
  /** The dataset that gets more cases; null: a new one is created. */
  dataset: Dataset | null;
  onDataset: (dataset: { id: string; name: string }) => void;
  onClose: () => void;
}

/** A model writes cases for the prompt; the chosen ones are saved in the dataset of the next run. */
export function GenerateCasesDialog(props: GenerateCasesDialogProps) {
  const { project, prompt, promptText, variables, dataset, onDataset, onClose } = props;
  const [hints, setHints] = useState(() => (prompt.description || promptText).trim().slice(0, HINTS_MOST));
  const [count, setCount] = useState<(typeof COUNTS)[number]>("10");
  const [kind, setKind] = useState<"synthetic" | "adversarial">("synthetic");
  const columns = dataset && dataset.columns.length > 0 ? dataset.columns : variables;
  const refused = !project.settings.allow_synthetic_datasets
    ? "This project does not allow generated cases. An admin can allow them in the settings."
    : columns.length === 0
      ? "The prompt has no variable to fill. Write {{name}} where the value of a case goes."
      : hints.trim().length < HINTS_LEAST
        ? `Describe the cases in at least ${HINTS_LEAST} characters.`
        : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Generate cases"
      description={
        dataset
          ? `A model writes cases for ${dataset.name}. You choose which of them to save.`
          : "A model writes cases for a new dataset. You choose which of them to save."
      }
      width="xl"
      closeOnOutside={false}
      closeOnEscape
    >
      <AssistStep
        project={project.slug}
        label="Generate"
        refused={refused}
        order={{
          kind: "generate_cases",
          input: {
            hints: hints.trim(),
            instructions: "",
            topic: "",
            difficulty: "mixed",
            variables: [...columns],
            count: Number(count),
            diversity: 7,
            kind,
            prompt_text: promptText,
            ...(dataset ? { dataset: dataset.id } : {}),
          },
        }}
        result={(result, assist) => {
          const made = readCases(result);
          return made ? (
            <GeneratedCases
              project={project.slug}
              assist={assist}
              made={made}
              into={dataset ? { dataset: dataset.id } : { name: `${prompt.name} cases`.slice(0, 100) }}
              onKept={(kept) => {
                onDataset(kept);
                onClose();
              }}
            />
          ) : (
            <UnreadableAnswer />
          );
        }}
      >
        <Field label="What the cases are about" required>
          <Textarea rows={4} maxLength={HINTS_MOST} value={hints} onChange={({ target }) => setHints(target.value)} />
        </Field>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Segmented
            label="Number of cases"
            value={count}
            onChange={setCount}
            options={COUNTS.map((value) => ({ value, label: `${value} cases` }))}
          />
          <Segmented
            label="Kind of cases"
            value={kind}
            onChange={setKind}
            options={[
              { value: "synthetic", label: "Typical" },
              { value: "adversarial", label: "Adversarial", hint: "Inputs that try to make the prompt fail" },
            ]}
          />
        </div>
      </AssistStep>
    </Dialog>
  );
}

interface GeneratedCasesProps {
  project: string;
  assist: string;
  made: WrittenCases;
  into: { name: string } | { dataset: string };
  onKept: (dataset: { id: string; name: string }) => void;
}

function GeneratedCases({ project, assist, made, into, onKept }: GeneratedCasesProps) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const keep = useKeepQuestions(project);
  const names = [...new Set(made.cases.flatMap(({ values }) => Object.keys(values)))];
  const chosen = [...made.cases.keys()].filter((place) => !left.has(place));
  const save = () =>
    keep.mutate(
      { assist, into, chosen: left.size === 0 ? null : chosen },
      {
        onSuccess: ({ id, name, added, version }) => {
          notify.success(`${countOf(added, "case")} saved in ${name}, version ${version}`);
          onKept({ id, name });
        },
      },
    );
  return (
    <>
      {made.sentence && <p className="text-sm text-ink-muted">{visibleText(made.sentence)}</p>}
      <FirstRows
        label="Generated cases"
        columns={[...names, "Expected", "Tags", "Difficulty"]}
        marked={names}
        rows={made.cases.map(({ values, expected, tags, difficulty }) => [
          ...names.map((name) => values[name] ?? ""),
          expected ?? "",
          tags.join(", "),
          difficulty ?? "",
        ])}
        lead={(index) => (
          <SelectBox
            label={`Case ${index + 1}`}
            checked={!left.has(index)}
            onToggle={() =>
              setLeft(new Set(left.has(index) ? [...left].filter((one) => one !== index) : [...left, index]))
            }
          />
        )}
      />
      {keep.isError && (
        <Notice tone="error" alert>
          {generationWords(keep.error)}
        </Notice>
      )}
      <div className="flex justify-end">
        <Button disabled={chosen.length === 0} loading={keep.isPending} onClick={save}>
          Save {countOf(chosen.length, "case")}
        </Button>
      </div>
    </>
  );
}
