/** A file without problems becomes a dataset at once; anything else is for the wizard. */
import { useState } from "react";
import type { Dataset, Upload } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { useCreateDataset } from "../api";
import { checkUpload, startUpload, useImportFile } from "./api";
import { datasetNameOf } from "./importFile";
import { mappingProblems } from "./columnUses";

interface QuickImportOptions {
  /** Of the prompt that the file is for. */
  variables: readonly string[];
  onDone: (dataset: Dataset, rows: number) => void;
  /** The file has to be looked at first. */
  onAsk: (upload: Upload) => void;
  onFailure: (error: unknown) => void;
}

const TRIES = 20;

export function useQuickImport(project: string, { variables, onDone, onAsk, onFailure }: QuickImportOptions) {
  const [busy, setBusy] = useState(false);
  const create = useCreateDataset(project);
  const bring = useImportFile(project);

  /** Two files may have one name; two datasets may not. */
  const made = async (name: string): Promise<Dataset> => {
    for (let place = 1; ; place++) {
      try {
        return await create.mutateAsync({
          name: place === 1 ? name : `${name} ${place}`,
          kind: "golden",
          description: "",
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409) || place >= TRIES) throw error;
      }
    }
  };
  const go = async (file: File) => {
    const upload = await startUpload(project, file, () => undefined, variables).done;
    if (upload.problems.rows > 0 || Object.keys(mappingProblems(upload.mapping)).length > 0) return onAsk(upload);
    const check = await checkUpload(project, upload.upload, {}, upload.mapping, []);
    if (check.problems.rows > 0 || check.good_rows === 0) return onAsk(upload);
    const dataset = await made(datasetNameOf(file.name) || "Dataset");
    const { imported, version } = await bring.mutateAsync({
      dataset: dataset.id,
      upload: upload.upload,
      options: {},
      mapping: upload.mapping,
      tags: [],
      skip_bad_rows: false,
    });
    onDone({ ...dataset, cases: version.cases, version: version.number }, imported);
  };
  return {
    busy,
    send: (file: File) => {
      if (busy) return;
      setBusy(true);
      void go(file)
        .catch(onFailure)
        .finally(() => setBusy(false));
    },
  };
}
