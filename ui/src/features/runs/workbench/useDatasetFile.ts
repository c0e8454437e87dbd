/** A file becomes the dataset of the next run: at once if it is sound, else by way of the wizard. */
import { useState } from "react";
import type { Upload } from "@/api/types";
import { useQuickImport } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { notify } from "@/shared/ui/notify";

export function useDatasetFile(
  project: string,
  variables: readonly string[],
  onDataset: (dataset: { id: string; name: string }) => void,
) {
  const [asked, setAsked] = useState<Upload | null>(null);
  const { busy, send } = useQuickImport(project, {
    variables,
    onDone: ({ id, name }, rows) => {
      onDataset({ id, name });
      notify.briefly(`${name}: ${countOf(rows, "row")}`);
    },
    onAsk: setAsked,
    onFailure: notify.failure,
  });
  return { busy, send, asked, close: () => setAsked(null) };
}
