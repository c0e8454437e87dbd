import { FileUp, RotateCcw, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { formatBytes, formatPercent } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { FileInput } from "@/shared/ui/FileInput";
import { ACCEPTED } from "./importFile";

interface DropStepProps {
  /** The file on its way, and how much of it has been sent. */
  sending: { file: File; share: number } | null;
  problem: string | null;
  /** A file that did not arrive. */
  unsent: File | null;
  onFile: (file: File) => void;
  onCancel: () => void;
}

/** Drop a file or pick one. */
export function DropStep({ sending, problem, unsent, onFile, onCancel }: DropStepProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <div className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60">{problem}</p>
            {unsent && (
              <Button variant="secondary" size="sm" onClick={() => onFile(unsent)}>
                <RotateCcw aria-hidden /> Send {unsent.name} again
              </Button>
            )}
          </div>
        </Notice>
      )}
      {sending ? (
        <UploadProgress {...sending} onCancel={onCancel} />
      ) : (
        /* oxlint-disable-next-line jsx-a11y/no-static-element-interactions --
           dropping is one way; the button below is the other */
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cx(
            "flex flex-col items-center gap-2 rounded-xl border-2 border-dashed",
            "px-6 py-14 text-center transition-colors duration-150",
            over ? "border-accent-mark bg-accent-soft" : "border-line-strong bg-surface",
          )}
        >
          <FileUp aria-hidden className={cx("size-7", over ? "text-accent-ink" : "text-ink-subtle")} />
          <p className="text-base font-medium text-ink">{over ? "Drop the file to upload it" : "Drop a file here"}</p>
          <p className="max-w-md text-sm text-ink-muted">
            CSV, TSV, JSON, JSONL or Excel, with one case in each row, or a zip of one with images, PDFs or audio.
            Nothing is stored in a dataset before you confirm the import.
          </p>
          <Button variant="secondary" className="mt-3" onClick={() => picker.current?.click()}>
            Choose a file
          </Button>
          <FileInput ref={picker} label="File to import" accept={ACCEPTED} onFile={onFile} />
        </div>
      )}
    </div>
  );
}

function UploadProgress({ file, share, onCancel }: { file: File; share: number; onCancel: () => void }) {
  const sent = share >= 1;
  return (
    <div className="flex items-center gap-4 rounded-xl border border-line px-5 py-8">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <span className="truncate font-medium text-ink">{file.name}</span>
          <span role="status" className="shrink-0 text-xs text-ink-muted">
            {sent ? "Reading…" : `${formatPercent(share)} of ${formatBytes(file.size)}`}
          </span>
        </p>
        <div
          role="progressbar"
          aria-label="Upload"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-surface-hover"
        >
          <div
            className={cx(
              "h-full rounded-full bg-accent-mark transition-[width] duration-150",
              sent && "animate-pulse",
            )}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      </div>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        <X aria-hidden /> Cancel
      </Button>
    </div>
  );
}
