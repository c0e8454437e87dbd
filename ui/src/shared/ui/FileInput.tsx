import type { RefObject } from "react";

interface FileInputProps {
  /** Lets a visible button open the file dialog. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFile: (file: File) => void;
}

/** The browser's own chooser of files, which looks different everywhere and is therefore not seen. */
export function FileInput({ ref, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      accept={accept}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const file = event.target.files?.[0];
        // The same file can be chosen again after it was mended.
        event.target.value = "";
        if (file) onFile(file);
      }}
    />
  );
}
