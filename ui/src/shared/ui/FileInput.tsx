import type { RefObject } from "react";

interface FileInputProps {
  /** Lets a visible button open the file dialog. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFile?: (file: File) => void;
  /** Several files can be chosen at once. */
  onFiles?: (files: readonly File[]) => void;
}

/** The browser's own chooser of files, which looks different everywhere and is therefore not seen. */
export function FileInput({ ref, label, accept, onFile, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={onFiles !== undefined}
      aria-label={label}
      accept={accept}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file can be chosen again after it was mended.
        event.target.value = "";
        const [first] = files;
        if (!first) return;
        onFile?.(first);
        onFiles?.(files);
      }}
    />
  );
}
