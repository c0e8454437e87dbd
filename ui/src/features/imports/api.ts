/** Import from other tools: preview of a report, and the import itself. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Sent } from "@/api/types";
import { datasetsKey } from "@/features/datasets";
import { promptsKey } from "@/features/prompts";
import { suitesKey } from "@/features/suites";
import { ApiError } from "@/shared/http/apiError";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { postQuery } from "@/shared/http/queries";
import type { ChosenFile } from "./importFiles";
import type { ToolKind } from "./importTools";

// Large files are read and stored in one request.
const importInTime = fetchWithin(180_000);

/** `stamp` changes with the files: their contents are too large for a key. */
export function previewQuery(project: string, kind: ToolKind, files: readonly ChosenFile[], stamp: number) {
  return postQuery(
    ["tool-import", project, kind, stamp],
    "/api/v1/projects/{project}/imports/preview",
    { path: { project }, body: { kind, files: files.map(({ body }) => body), models: {} }, fetch: importInTime },
    { enabled: files.length > 0, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  );
}

export function useApplyImport(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<"apply_import">) =>
      callApi("POST", "/api/v1/projects/{project}/imports/apply", { path: { project }, body, fetch: importInTime }),
    onSuccess: () => {
      for (const key of [promptsKey(project), datasetsKey(project), suitesKey(project)])
        void cache.invalidateQueries({ queryKey: key });
    },
  });
}

export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong. Try again.";
  return [error.message, error.nextStep]
    .filter((text) => text !== null && text !== "")
    .map((text) => String(text).replace(/\.$/, ""))
    .join(". ")
    .concat(".");
}
