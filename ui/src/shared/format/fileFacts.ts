/** What is known of a stored file, in words. Pure. */
import type { CaseFile } from "@/api/types";

const KINDS = { image: "Image", pdf: "PDF", audio: "Audio" } as const;

export function fileName(file: Pick<CaseFile, "name" | "kind" | "file">): string {
  return file.name || `${KINDS[file.kind]} ${file.file.slice(0, 12)}`;
}

/** Such as "320 × 200 pixels, 12 KB". */
export function fileFacts(file: Omit<CaseFile, "file" | "name">): string {
  const size = file.size < 1_048_576 ? `${Math.ceil(file.size / 1024)} KB` : `${(file.size / 1_048_576).toFixed(1)} MB`;
  switch (file.kind) {
    case "image":
      return `${file.width} × ${file.height} pixels, ${size}`;
    case "pdf":
      return `${file.pages} ${file.pages === 1 ? "page" : "pages"}, ${size}`;
    case "audio":
      return `${file.seconds.toFixed(1)} seconds, ${size}`;
  }
}
