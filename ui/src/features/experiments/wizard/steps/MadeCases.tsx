import { useState } from "react";
import type { Dataset } from "@/api/types";
import type { WrittenCases } from "@/features/assists";
import { FirstRows, SelectBox } from "@/features/datasets";
import { ApiError } from "@/shared/http/apiError";
import { countOf, formatPercent } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { DialogFooter } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";
import { useAddCases } from "../api";

interface MadeCasesProps {
  project: string;
  made: WrittenCases;
  ensure: () => Promise<Dataset | null>;
  onAdded: (said: string) => void;
}

/** Cases that a model wrote: read them, leave out what is no good, and add the rest. */
export function MadeCases({ project, made, ensure, onAdded }: MadeCasesProps) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const add = useAddCases(project);
  const names = [...new Set(made.cases.flatMap(({ values }) => Object.keys(values)))];
  const chosen = made.cases.filter((_, index) => !left.has(index));
  const facts = [
    made.sentence,
    made.duplicates ? `${countOf(made.duplicates, "duplicate")} left out` : null,
    made.diversity != null ? `measured diversity ${formatPercent(made.diversity)}` : null,
  ].filter(Boolean);
  const run = async () => {
    const into = await ensure();
    if (!into) return;
    await add.mutateAsync({
      dataset: into.id,
      cases: chosen.map(({ values, expected, tags, difficulty }) => ({
        values,
        expected: expected ?? null,
        tags,
        difficulty: difficulty ?? null,
      })),
    });
    onAdded(`${countOf(chosen.length, "case")} added.`);
  };
  return (
    <>
      <p className="mb-2 text-sm text-ink-muted">{visibleText(facts.join(" · "))}</p>
      <FirstRows
        tall
        label="Cases to add"
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
      {add.isError && (
        <Notice tone="error" alert className="mt-3">
          {add.error instanceof ApiError ? add.error.message : "The cases could not be added."}
        </Notice>
      )}
      <DialogFooter>
        <Button
          disabled={chosen.length === 0}
          loading={add.isPending}
          onClick={() => void run().catch(() => undefined)}
        >
          Add {countOf(chosen.length, "case")}
        </Button>
      </DialogFooter>
    </>
  );
}
