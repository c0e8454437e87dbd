/** The way of a file through the wizard: sent, mapped, imported. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Dataset, ImportedFile, Upload } from "@/api/types";
import { useDebounced } from "@/shared/forms/useDebounced";
import { ApiError } from "@/shared/http/apiError";
import { type DatasetFields, useCreateDataset } from "../api";
import { checkQuery, checkUpload, type FileOptions, startUpload, useImportFile } from "./api";
import { type Mapping, mappingProblems } from "./columnUses";

interface Draft {
  upload: Upload["upload"];
  name: string;
  file: Upload["file"];
  options: FileOptions;
  mapping: Mapping;
  tags: string[];
}

export interface Finished {
  dataset: Pick<Dataset, "id" | "name">;
  result: ImportedFile;
}

export function wordsOf(error: unknown): string {
  return error instanceof ApiError
    ? [error.message, error.nextStep].filter(Boolean).join(". ").replaceAll("..", ".")
    : "Something went wrong.";
}

function draftOf(upload: Upload): Draft {
  return {
    upload: upload.upload,
    name: upload.file_name,
    file: upload.file,
    options: {},
    mapping: upload.mapping,
    tags: [],
  };
}

/** `begun` is a file that was sent already, and only has to be looked at. */
export function useImport(project: string, into: Dataset | null, begun: Upload | null = null) {
  const [sending, setSending] = useState<{ file: File; share: number } | null>(null);
  const [draft, setDraft] = useState<Draft | null>(() => begun && draftOf(begun));
  const [problem, setProblem] = useState<string | null>(null);
  // It did not arrive, and nothing is wrong with it: it can be sent again as it is.
  const [unsent, setUnsent] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [finished, setFinished] = useState<Finished | null>(null);
  // A dataset made by an attempt whose import then failed is used by the next one.
  const made = useRef<Dataset | null>(null);
  const cancel = useRef<() => void>(() => undefined);
  useEffect(() => () => cancel.current(), []);
  const create = useCreateDataset(project);
  const bring = useImportFile(project);

  const problems = draft ? mappingProblems(draft.mapping) : {};
  const settled = useDebounced(draft);
  const check = useQuery(
    checkQuery(
      project,
      settled?.upload ?? "",
      settled?.options ?? {},
      settled?.mapping ?? {},
      settled?.tags ?? [],
      settled !== null && finished === null && Object.keys(mappingProblems(settled.mapping)).length === 0,
    ),
  );

  const send = (file: File) => {
    setProblem(null);
    setUnsent(null);
    setSending({ file, share: 0 });
    const going = startUpload(project, file, (share) => setSending({ file, share }));
    cancel.current = going.cancel;
    going.done
      .then((answer) => setDraft(draftOf(answer)))
      .catch((error: unknown) => {
        if (error instanceof DOMException) return;
        setProblem(wordsOf(error));
        if (error instanceof ApiError && error.retryable) setUnsent(file);
      })
      .finally(() => setSending(null));
  };

  const readAgain = (options: FileOptions) => {
    if (!draft) return;
    setProblem(null);
    setReading(true);
    checkUpload(project, draft.upload, options, null, draft.tags)
      .then((answer) => setDraft({ ...draft, options, file: answer.file, mapping: answer.mapping }))
      .catch((error: unknown) => setProblem(wordsOf(error)))
      .finally(() => setReading(false));
  };

  const run = async (fields: DatasetFields, skip: boolean) => {
    if (!draft || bring.isPending || create.isPending) return;
    setProblem(null);
    try {
      const dataset = into ?? made.current ?? (made.current = await create.mutateAsync(fields));
      const { upload, options, mapping, tags } = draft;
      setFinished({
        dataset,
        result: await bring.mutateAsync({ dataset: dataset.id, upload, options, mapping, tags, skip_bad_rows: skip }),
      });
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };

  const again = () => {
    setDraft(null);
    setFinished(null);
    setProblem(null);
    made.current = null;
  };

  return {
    sending,
    draft,
    finished,
    problem,
    unsent,
    problems,
    reading,
    importing: create.isPending || bring.isPending,
    check: check.data ?? null,
    /** What the check says is about the choices on the screen, not about earlier ones. */
    checked: check.isSuccess && !check.isPlaceholderData && settled === draft,
    checkProblem: check.isError ? wordsOf(check.error) : null,
    send,
    cancelSending: () => cancel.current(),
    readAgain,
    setMapping: (mapping: Mapping) => setDraft((known) => known && { ...known, mapping }),
    setTags: (tags: string[]) => setDraft((known) => known && { ...known, tags }),
    run,
    again,
  };
}

export type ImportState = ReturnType<typeof useImport>;
