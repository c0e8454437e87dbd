import { useState } from "react";
import { AssistStep, changesOf, readText, UnreadableAnswer } from "@/features/assists";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import type { PromptDraft } from "../draft/usePromptDraft";
import { DiffView } from "../versions/DiffView";
import { hunkLines, hunksOf, withHunks } from "./hunks";
import { mainPart, promptParts, withPart } from "./promptParts";

const MOST_INSTRUCTION = 1_000;

/** Answers of a run that did not pass, for the model to learn from. */
export interface FailingCells {
  run: string;
  number: number;
  cells: readonly number[];
}

interface ImproveDialogProps {
  project: string;
  draft: PromptDraft;
  failing?: FailingCells | null;
  onClose: () => void;
}

/** A model rewrites a part of the prompt; each of its changes is accepted or left out. */
export function ImproveDialog({ project, draft, failing = null, onClose }: ImproveDialogProps) {
  // The part is fixed while the dialog is open, so that the diff belongs to the text it was made from.
  const [parts] = useState(() => promptParts(draft.values));
  const [key, setKey] = useState(() => mainPart(parts)?.key ?? "");
  const [instruction, setInstruction] = useState("");
  const [learns, setLearns] = useState(true);
  const part = parts.find((one) => one.key === key) ?? null;
  const cells = failing && learns ? failing.cells : [];
  const use = (text: string) => {
    if (!part) return;
    draft.change(withPart(draft.values, part.key, text));
    void draft.save();
    notify.success("The prompt was changed. Run it to see the effect.");
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Improve the prompt"
      description="A model suggests changes. You choose which of them to accept."
      width="lg"
      closeOnOutside={false}
      closeOnEscape
    >
      {part === null ? (
        <Notice tone="info">The prompt is empty. Write a first text, then improve it.</Notice>
      ) : (
        <AssistStep
          project={project}
          label="Suggest changes"
          order={{
            kind: "improve_prompt",
            input: {
              text: part.text,
              goal: "",
              instruction: instruction.trim(),
              ...(failing && cells.length > 0 ? { run: failing.run, cells: [...cells] } : {}),
            },
          }}
          result={(result) => {
            const read = readText(result);
            return read ? (
              <Changes before={part.text} after={read.text} changes={changesOf(read.changes)} onUse={use} />
            ) : (
              <UnreadableAnswer />
            );
          }}
        >
          <Field label="Instruction" optional hint="What should be better? Without it, the model decides.">
            <Textarea
              rows={3}
              maxLength={MOST_INSTRUCTION}
              value={instruction}
              placeholder="Answer in at most three sentences, and name the delivery date."
              onChange={({ target }) => setInstruction(target.value)}
            />
          </Field>
          {parts.length > 1 && (
            <Field label="Part of the prompt">
              <Select
                value={key}
                onChange={setKey}
                options={parts.map(({ key: value, label }) => ({ value, label }))}
              />
            </Field>
          )}
          {failing && failing.cells.length > 0 && (
            <div>
              <Checkbox
                checked={learns}
                onChange={setLearns}
                label={`Learn from ${countOf(failing.cells.length, "failing answer")} of run #${failing.number}`}
              />
              <p className="mt-0.5 pl-6.5 text-xs text-ink-subtle">
                The model sees the case, the answer and the reasons of the scorers. Holdout cases are left out.
              </p>
            </div>
          )}
        </AssistStep>
      )}
    </Dialog>
  );
}

interface ChangesProps {
  before: string;
  after: string;
  changes: readonly string[];
  onUse: (text: string) => void;
}

function Changes({ before, after, changes, onUse }: ChangesProps) {
  const [hunks] = useState(() => hunksOf(before, after));
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(() => new Set(hunks.keys()));
  const toggle = (place: number) =>
    setAccepted(new Set(accepted.has(place) ? [...accepted].filter((one) => one !== place) : [...accepted, place]));
  return (
    <>
      {changes.map((change, place) => (
        <p key={place} className="text-sm wrap-anywhere text-ink-muted">
          {visibleText(change)}
        </p>
      ))}
      <ol aria-label="Changes" className="flex flex-col gap-2">
        {hunks.map((hunk, place) => (
          <li
            key={place}
            className="overflow-hidden rounded-md border border-line data-[off]:opacity-60"
            data-off={accepted.has(place) ? undefined : ""}
          >
            <div className="border-b border-line bg-surface px-3 py-1.5">
              <Checkbox
                checked={accepted.has(place)}
                onChange={() => toggle(place)}
                label={`Accept change ${place + 1} of ${hunks.length}`}
              />
            </div>
            <DiffView label={`Change ${place + 1}`} lines={hunkLines(before, hunk)} layout="unified" />
          </li>
        ))}
      </ol>
      <div className="flex justify-end">
        <Button disabled={accepted.size === 0} onClick={() => onUse(withHunks(before, hunks, accepted))}>
          Accept {countOf(accepted.size, "change")}
        </Button>
      </div>
    </>
  );
}
