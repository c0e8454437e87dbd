import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExamKind, Judge, Passport } from "@/api/types";
import { scorersForecastQuery, ScorersForecast } from "@/features/runs";
import { useDebounced } from "@/shared/forms/useDebounced";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { useExamine } from "../api";
import { cellsProblem, EXAMS, examSpecs, questionsOf, USUAL_CELLS } from "./exams";

interface ExamineDialogProps {
  project: string;
  judge: Judge;
  /** Only answers that it has judged before can be put to it again. */
  sources: Passport["sources"];
  onClose: () => void;
}

export function ExamineDialog({ project, judge, sources, onClose }: ExamineDialogProps) {
  const [run, setRun] = useState(sources[0]?.run ?? "");
  const [cells, setCells] = useState(String(USUAL_CELLS));
  const [kinds, setKinds] = useState<readonly ExamKind[]>(EXAMS.map(({ kind }) => kind));
  const examine = useExamine(project, judge.id);
  const wrong = cellsProblem(cells);
  const ready = run !== "" && wrong === null && kinds.length > 0;
  const specs = useDebounced(ready ? examSpecs(judge.id, judge.version, kinds, Number(cells)) : null);
  const forecast = useQuery({
    ...scorersForecastQuery(project, run, specs ?? []),
    enabled: ready && specs !== null,
    retry: false,
  });
  const refused = (forecast.data?.problems.length ?? 0) > 0;
  const source = sources.find((one) => one.run === run);
  const send = () => {
    if (!ready || refused || examine.isPending) return;
    examine.mutate(
      { run, version: judge.version, cells: Number(cells), kinds: [...kinds] },
      {
        onSuccess: () => {
          notify.success(`The exam has begun. The passport of ${judge.name} fills as it goes on.`);
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
        "It is asked about answers it has judged before, in ways that a sound judge does not mind. " +
        "Exams are never counted as scores."
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
        <Field
          label="Answers"
          hint="Chosen evenly over the run. More answers, narrower intervals."
          error={wrong ?? undefined}
          className="max-w-56"
        >
          <Input
            value={cells}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => setCells(target.value)}
          />
        </Field>
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
        <ScorersForecast
          prospect={forecast.data ?? null}
          stale={forecast.isFetching}
          calls={ready ? questionsOf(Number(cells), source?.cells ?? null, kinds.length) : 0}
        />
        {examine.isError && (
          <Notice tone="error" alert>
            {examine.error instanceof ApiError ? examine.error.message : "That did not work."}
          </Notice>
        )}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!ready || refused} loading={examine.isPending} onClick={send}>
          Examine
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
