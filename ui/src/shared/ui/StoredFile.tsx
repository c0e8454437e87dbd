import { useParams } from "@tanstack/react-router";
import { AudioLines, Download, FileText } from "lucide-react";
import type { CaseFile } from "@/api/types";
import { fileFacts, fileName } from "@/shared/format/fileFacts";
import { cx } from "./cx";

interface StoredFileProps {
  file: CaseFile;
  className?: string;
}

/** The address of a file of the current project; null outside of a project. */
function useFileAddress(file: CaseFile): string | null {
  const { slug } = useParams({ strict: false });
  return slug === undefined ? null : `/api/v1/projects/${encodeURIComponent(slug)}/files/${file.file}`;
}

/** A file in a row of a table or grid: a small image, or what it is. */
export function FileThumb({ file, className }: StoredFileProps) {
  const address = useFileAddress(file);
  if (file.kind === "image" && address) {
    return (
      <img
        src={address}
        alt={fileName(file)}
        title={`${fileName(file)}, ${fileFacts(file)}`}
        loading="lazy"
        decoding="async"
        className={cx("max-w-full rounded-sm border border-line object-contain", className)}
      />
    );
  }
  const Icon = file.kind === "audio" ? AudioLines : FileText;
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 text-sm" title={fileFacts(file)}>
      <Icon aria-hidden className="size-4 shrink-0 text-ink-subtle" />
      <span className="truncate">{fileName(file)}</span>
    </span>
  );
}

/** A file in full: the image, a player, or a link to the document. */
export function StoredFile({ file, className }: StoredFileProps) {
  const address = useFileAddress(file);
  return (
    <figure className={cx("flex flex-col gap-2 rounded-md border border-line bg-surface p-3", className)}>
      {address && file.kind === "image" && (
        <img
          src={address}
          alt={fileName(file)}
          width={file.width}
          height={file.height}
          className="h-auto max-h-[60vh] w-auto max-w-full self-start rounded-sm object-contain"
        />
      )}
      {address && file.kind === "audio" && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the audio is test data, for which there is no transcript
        <audio controls preload="none" src={address} aria-label={fileName(file)} className="w-full max-w-md" />
      )}
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-subtle">
        <span className="wrap-anywhere text-ink-muted">{fileName(file)}</span>
        <span>{fileFacts(file)}</span>
        {address && file.kind === "pdf" && (
          <a href={address} download className="inline-flex items-center gap-1 text-accent hover:underline">
            <Download aria-hidden className="size-3.5" /> Download PDF
          </a>
        )}
      </figcaption>
    </figure>
  );
}
