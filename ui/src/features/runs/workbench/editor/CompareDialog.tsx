import { useQuery } from "@tanstack/react-query";
import { ArrowRight, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import type { Prompt } from "@/api/types";
import {
  ComparedParts,
  compareValues,
  LayoutChoice,
  type PromptDraft,
  useDiffLayout,
  valuesOf,
  versionQuery,
} from "@/features/prompts";
import { Button } from "@/shared/ui/Button";
import { Dialog } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";

interface CompareDialogProps {
  project: string;
  prompt: Prompt;
  draft: PromptDraft;
  readOnly: boolean;
  onClose: () => void;
}

const DRAFT = "draft";

export function CompareDialog(props: CompareDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title="Compare"
      description={`What changed in “${props.prompt.name}” between a version and the draft, or between two versions.`}
      width="xl"
    >
      <Comparison {...props} />
    </Dialog>
  );
}

/** A draft that says the same as the newest version is held against the one before. */
function firstChoice({ latest, clean }: Prompt, dirty: boolean): number {
  return clean && !dirty && latest > 1 ? latest - 1 : latest;
}

function Comparison({ project, prompt, draft, readOnly, onClose }: CompareDialogProps) {
  const [from, setFrom] = useState(() => firstChoice(prompt, draft.dirty));
  const [to, setTo] = useState<string>(DRAFT);
  const [layout, setLayout] = useDiffLayout();
  const before = useQuery(versionQuery(project, prompt.id, from));
  const after = useQuery({ ...versionQuery(project, prompt.id, Number(to)), enabled: to !== DRAFT });
  const old = before.data?.content;
  const now = to === DRAFT ? null : after.data?.content;
  const parts = useMemo(
    () => (old && (to === DRAFT || now) ? compareValues(valuesOf(old), now ? valuesOf(now) : draft.values) : null),
    [old, now, to, draft.values],
  );
  const failed = [before, after].find(({ isError }) => isError);

  const takeBack = () => {
    if (!old) return;
    const mine = draft.values;
    draft.change(valuesOf(old));
    void draft.save();
    notify.success(`The draft now has the text of version ${from}`, {
      label: "Undo",
      go: () => {
        draft.change(mine);
        void draft.save();
      },
    });
    onClose();
  };
  return (
    <div className="flex min-h-60 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="From version"
          size="sm"
          className="w-48"
          value={String(from)}
          onChange={(next) => setFrom(Number(next))}
          options={versionsOf(prompt)}
        />
        <ArrowRight aria-hidden className="size-4 text-ink-subtle" />
        <Select
          label="To"
          size="sm"
          className="w-48"
          value={to}
          onChange={setTo}
          options={[{ value: DRAFT, label: "Draft" }, ...versionsOf(prompt)]}
        />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {!readOnly && to === DRAFT && (
            <Button variant="secondary" size="xs" disabled={!old} onClick={takeBack}>
              <RotateCcw aria-hidden /> Use the text of version {from}
            </Button>
          )}
          <LayoutChoice layout={layout} onLayout={setLayout} />
        </span>
      </div>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : parts ? (
        <ComparedParts parts={parts} layout={layout}>
          {to === DRAFT
            ? `The draft is the same as version ${from}.`
            : `Version ${from} and version ${to} do not differ in any part.`}
        </ComparedParts>
      ) : (
        <RowSkeletons count={4} label="Comparing" />
      )}
    </div>
  );
}

function versionsOf({ latest, labels }: Prompt): { value: string; label: string }[] {
  return Array.from({ length: latest }, (_, index) => {
    const number = latest - index;
    const named = Object.entries(labels).flatMap(([label, at]) => (at === number ? [label] : []));
    return { value: String(number), label: `Version ${number}${named.length > 0 ? ` (${named.join(", ")})` : ""}` };
  });
}
