/** Runs of applications: start, upload outputs, finish. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Sent, UploadReport } from "@/api/types";
import { uploadFile } from "@/features/datasets";
import { callApi } from "@/shared/http/callApi";
import { runKey, runsKey } from "../api";

export function useStartApplicationRun(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<"start_application_run">) =>
      callApi("POST", "/api/v1/projects/{project}/application-runs", { path: { project }, body }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: runsKey(project) }),
  });
}

export function useUploadOutputs(project: string, run: string) {
  const onSuccess = useOutputsWritten(project, run);
  return useMutation({
    mutationFn: (file: File) => {
      const query = new URLSearchParams([["filename", file.name.slice(-255)]]);
      const path = `/api/v1/projects/${encodeURIComponent(project)}/application-runs/${run}/upload?${query}`;
      return uploadFile<UploadReport>(path, file, () => undefined).done;
    },
    onSuccess,
  });
}

export function useFinishOutputs(project: string, run: string) {
  const onSuccess = useOutputsWritten(project, run);
  return useMutation({
    mutationFn: () =>
      callApi("POST", "/api/v1/projects/{project}/application-runs/{run}/finish", { path: { project, run } }),
    onSuccess,
  });
}

function useOutputsWritten(project: string, run: string) {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: runsKey(project) });
    await cache.invalidateQueries({ queryKey: runKey(project, run) });
  };
}
