import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { versionQuery } from "../api";
import { useSaveVersion } from "../promptMutations";
import { valuesOf } from "../draft/draftContent";
import type { PromptDraft } from "../draft/usePromptDraft";
import { ComparedParts, LayoutChoice } from "./ComparedParts";
import { compareValues } from "./draftDiff";
import { useDiffLayout } from "./useDiffLayout";

/** The minimum length that the server requires. */
const LEAST = 10;
const MOST = 500;
const RULE = `Describe what changed, in ${LEAST} to ${MOST} characters`;

interface SaveVersionDialogProps {
  project: string;
  draft: PromptDraft;
  /** Number of the version that was edited; null: the newest. */
  from: number | null;
  onSaved: () => void;
  onClose: () => void;
}

export function SaveVersionDialog(props: SaveVersionDialogProps) {
  const { latest } = props.draft.base;
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={`Save version ${latest + 1}`}
      description="A version never changes again. Runs and labels point to versions."
      width={latest > 0 ? "xl" : "sm"}
    >
      <SaveVersionForm {...props} />
    </Dialog>
  );
}

function SaveVersionForm({ project, draft, from, onSaved, onClose }: SaveVersionDialogProps) {
  const [changelog, setChangelog] = useState("");
  const [left, setLeft] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const save = useSaveVersion(project, draft.base.id);
  const parent = from ?? (draft.base.latest || null);
  const length = changelog.trim().length;
  // The first version changes nothing: there is nothing to say about it that it does not say itself.
  const short = parent !== null && (length < LEAST || length > MOST);
  const submit = async () => {
    setLeft(true);
    if (short) return;
    setBusy(true);
    setProblems([]);
    try {
      const revision = await savedRevision(draft);
      if (revision === null)
        return setProblems(["The draft could not be saved. Close this dialog and fix the marked fields."]);
      const made = await save.mutateAsync({
        changelog: changelog.trim(),
        revision,
        ...(parent === null ? {} : { parent }),
      });
      notify.success(`Version ${made.number} saved`);
      onSaved();
    } catch (error) {
      setProblems(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate className="flex min-h-0 flex-col gap-4">
      <Field
        label="What changed"
        required={parent !== null}
        optional={parent === null}
        hint="Shown in the history of the prompt."
        error={left && short ? RULE : undefined}
        aside={
          <span className="text-xs tabular-nums text-ink-subtle">
            {length} / {MOST}
          </span>
        }
      >
        <Textarea
          rows={parent === null ? 3 : 2}
          maxLength={MOST}
          value={changelog}
          onChange={(event) => setChangelog(event.target.value)}
          onBlur={() => setLeft(length > 0)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit(event);
          }}
          placeholder="Asks for JSON and names the fields"
        />
      </Field>
      {parent !== null && <ChangesPreview project={project} draft={draft} parent={parent} />}
      {problems.length > 0 && (
        <Notice tone="error" alert>
          {problems.length === 1 ? (
            problems[0]
          ) : (
            <ul className="list-inside list-disc">
              {problems.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save version
        </Button>
      </DialogFooter>
    </form>
  );
}

/** What would be saved, against the version it was made of. */
function ChangesPreview({ project, draft, parent }: { project: string; draft: PromptDraft; parent: number }) {
  const found = useQuery(versionQuery(project, draft.base.id, parent));
  const [layout, setLayout] = useDiffLayout();
  const content = found.data?.content;
  const parts = useMemo(
    () => (content ? compareValues(valuesOf(content), draft.values) : null),
    [content, draft.values],
  );
  return (
    <section aria-label={`Changes since version ${parent}`} className="flex min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-ink">Changes since version {parent}</h3>
        <LayoutChoice layout={layout} onLayout={setLayout} />
      </div>
      {found.isPending && <RowSkeletons count={3} label="Comparing" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {parts && (
        <div
          role="group"
          aria-label="Changes"
          /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
             what scrolls has to be reachable by keyboard */
          tabIndex={0}
          className="flex max-h-[45dvh] flex-col gap-3 overflow-y-auto rounded-lg"
        >
          <ComparedParts parts={parts} layout={layout}>
            Nothing has changed since version {parent}.
          </ComparedParts>
        </div>
      )}
    </section>
  );
}

/** The revision that holds everything that was typed, or null if it could not be saved. */
async function savedRevision(draft: PromptDraft): Promise<number | null> {
  return (await draft.save()) ? draft.current().revision : null;
}

function wordsOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return ["Something went wrong. Try again in a moment."];
  const fields = fieldProblems(error).map(({ message }) => message);
  return fields.length > 0 ? [...new Set(fields)] : [error.message];
}
