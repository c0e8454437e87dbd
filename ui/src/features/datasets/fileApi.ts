/** Storing files of cases. */
import { useMutation } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { CaseFile } from "@/api/types";
import { uploadFile } from "./import/uploadFile";

export function useAddFile() {
  const { slug = "" } = useParams({ strict: false });
  return useMutation({
    mutationFn: (file: File) => {
      const query = new URLSearchParams({ filename: file.name });
      const url = `/api/v1/projects/${encodeURIComponent(slug)}/files?${query}`;
      return uploadFile<CaseFile>(url, file, () => undefined).done;
    },
  });
}
