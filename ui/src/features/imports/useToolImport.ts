/** The way of files through the import page: chosen, previewed, imported. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChosenModel } from "@/features/runs";
import { previewQuery, problemText, useApplyImport } from "./api";
import { type ChosenFile, MOST_FILES, readFiles, toolOf, withFiles } from "./importFiles";
import type { AppliedImport } from "./importReport";
import type { ToolKind } from "./importTools";

export function useToolImport(project: string) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [stamp, setStamp] = useState(0);
  const [kind, setKind] = useState<ToolKind>("promptfoo");
  // A tool that a person chose is not guessed over.
  const [guessed, setGuessed] = useState<"no" | "yes" | "chosen">("no");
  const [unread, setUnread] = useState<string | null>(null);
  const [models, setModels] = useState<Record<string, ChosenModel>>({});
  // Null: the name in the files.
  const [name, setName] = useState<string | null>(null);
  const [applied, setApplied] = useState<AppliedImport | null>(null);
  const apply = useApplyImport(project);
  const preview = useQuery(previewQuery(project, kind, files, stamp));

  const change = (next: readonly ChosenFile[]) => {
    setFiles(next);
    setStamp((before) => before + 1);
    setName(null);
    apply.reset();
  };
  const add = async (chosen: readonly File[]) => {
    setUnread(null);
    if (files.length + chosen.length > MOST_FILES) {
      setUnread(`At most ${MOST_FILES} files can be imported at once. Pack the folder as a zip and drop that.`);
      return;
    }
    const found = await readFiles(chosen);
    if (found.unread.length > 0)
      setUnread(`${found.unread.join(", ")} cannot be read. Drop single files, or pack the folder as a zip.`);
    if (found.files.length === 0) return;
    const next = withFiles(files, found.files);
    if (guessed !== "chosen") {
      setKind(toolOf(next, kind));
      setGuessed("yes");
    }
    change(next);
  };

  return {
    files,
    kind,
    guessed: guessed === "yes" && files.length > 0,
    unread,
    models,
    name,
    applied,
    preview,
    problem: preview.isError ? problemText(preview.error) : null,
    importing: apply.isPending,
    importProblem: apply.isError ? problemText(apply.error) : null,
    add: (chosen: readonly File[]) => void add(chosen),
    remove: (path: string) => change(files.filter((file) => file.path !== path)),
    chooseKind: (next: ToolKind) => {
      setKind(next);
      setGuessed("chosen");
      setName(null);
      apply.reset();
    },
    chooseModel: (source: string, model: ChosenModel) => setModels((before) => ({ ...before, [source]: model })),
    setName,
    run: () => {
      const sources = new Set(preview.data?.models.map(({ source }) => source));
      const chosen = Object.entries(models).filter(([source]) => sources.has(source));
      apply.mutate(
        {
          kind,
          files: files.map(({ body }) => body),
          models: Object.fromEntries(chosen.map(([source, { id }]) => [source, id])),
          ...(name !== null && name.trim() !== "" ? { name: name.trim() } : {}),
        },
        { onSuccess: setApplied },
      );
    },
    again: () => {
      change([]);
      setModels({});
      setUnread(null);
      setGuessed("no");
      setApplied(null);
    },
  };
}

export type ToolImport = ReturnType<typeof useToolImport>;
