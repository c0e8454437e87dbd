import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { cx } from "@/shared/ui/cx";

interface DropZoneProps {
  /** Null while files are not welcome. */
  onFile: ((file: File) => void) | null;
  children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** A file may be dropped anywhere on the results. */
export function DropZone({ onFile, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  // Each part inside is entered and left by itself; only the last leaving counts.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    /* oxlint-disable-next-line jsx-a11y/no-static-element-interactions --
       dropping is one way; the upload button is the other */
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => {
        if (!onFile || !hasFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => onFile && hasFiles(event) && event.preventDefault()}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) end();
      }}
      onDrop={(event) => {
        if (!onFile || !hasFiles(event)) return;
        event.preventDefault();
        end();
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    >
      {children}
      {over && (
        <div
          className={cx(
            "pointer-events-none absolute inset-2 z-20 flex animate-fade-in flex-col items-center",
            "justify-center gap-2 rounded-xl border-2 border-dashed border-lilac bg-lilac-soft/95 text-lilac",
          )}
        >
          <FileUp aria-hidden className="size-7" />
          <p className="text-base font-medium">Drop the file to create a dataset</p>
          <p className="text-sm">CSV, TSV, JSON, JSONL or Excel</p>
        </div>
      )}
    </div>
  );
}
