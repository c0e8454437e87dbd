import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExamKind, Judge, Passport } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { passportSizesQuery, useExamine } from "../api";
import { EXAMS, type PassportSize } from "./examNames";
import { SizeChoice } from "./SizeChoice";

interface ExamineDialogProps {
  project: string;
  judge: Judge;
  /** Only answers that it has judged before can be put to it again. */
  sources: Passport["sources"];
  onClose: () => void;
}

export function ExamineDialog({ project, judge, sources, onClose }: ExamineDialogProps) {
  const [run, setRun] = useState(sources[0]?.run ?? "");
  const [size, setSize] = useState<PassportSize>("standard");
  const [kinds, setKinds] = useState<readonly ExamKind[]>(EXAMS.map(({ kind }) => kind));
  const examine = useExamine(project, judge.id);
  const sizes = useQuery({
    ...passportSizesQuery(project, judge.id, judge.version, run, kinds),
    enabled: run !== "" && kinds.length > 0,
    placeholderData: keepPreviousData,
  });
  const choice = sizes.data?.find((one) => one.size === size);
  const ready = !sizes.isPlaceholderData && choice !== undefined && choice.calls > 0 && kinds.length > 0;
  const send = () => {
    if (!ready || examine.isPending) return;
    examine.mutate(
      { run, version: judge.version, size, kinds: [...kinds] },
      {
        onSuccess: () => {
          notify.success(`The exam has started. The passport of ${judge.name} is updated as results arrive.`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Examine ${judge.name}`}
      description={
        "The judge scores answers again that it has judged before. More answers can detect or rule out smaller faults. " +
        "Results of exams never count as scores."
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Run">
          <Select
            value={run}
            onChange={setRun}
            options={sources.map((one) => ({
              value: one.run,
              label: `#${one.number} ${one.name}`,
              hint: `${countOf(one.cells, "answer")} judged`,
            }))}
          />
        </Field>
        {sizes.isError ? (
          <ErrorState error={sizes.error} onRetry={() => void sizes.refetch()} />
        ) : sizes.data ? (
          <SizeChoice choices={sizes.data} what="answer" value={size} onChange={setSize} />
        ) : (
          <RowSkeletons count={3} label="Loading sizes and costs" />
        )}
        {choice?.calls === 0 && (
          <Notice tone="info">
            All these answers were examined. Choose a larger passport or a run with more answers.
          </Notice>
        )}
        <fieldset>
          <legend className="mb-1 text-sm font-medium text-ink">Kinds</legend>
          <div className="flex flex-col gap-1.5">
            {EXAMS.map(({ kind, title, about }) => (
              <Checkbox
                key={kind}
                checked={kinds.includes(kind)}
                onChange={(on) =>
                  setKinds(EXAMS.map((one) => one.kind).filter((one) => (one === kind ? on : kinds.includes(one))))
                }
                label={
                  <>
                    <span className="font-medium text-ink">{title}</span> · {about}
                  </>
                }
              />
            ))}
          </div>
        </fieldset>
        {examine.isError && (
          <Notice tone="error" alert>
            {examine.error instanceof ApiError ? examine.error.message : "The request failed."}
          </Notice>
        )}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!ready} loading={examine.isPending} onClick={send}>
          Examine
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
