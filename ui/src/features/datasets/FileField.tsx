import { Trash2, Upload } from "lucide-react";
import { useRef } from "react";
import type { CaseFile, CaseValue } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { IconButton } from "@/shared/ui/IconButton";
import { StoredFile } from "@/shared/ui/StoredFile";
import { useAddFile } from "./fileApi";

const ACCEPTED = "image/png,image/jpeg,image/gif,image/webp,application/pdf,audio/wav,audio/x-wav,audio/mpeg";

interface FileFieldProps {
  label: string;
  value: CaseFile;
  error: string | undefined;
  onChange: (value: CaseValue) => void;
}

/** A value that is a file: it is sent where the variable stands in a user message. */
export function FileField({ label, value, error, onChange }: FileFieldProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">
        {label} <span className="font-normal text-ink-subtle">(file)</span>
      </legend>
      <div className="flex items-start gap-2">
        <StoredFile file={value} className="min-w-0 flex-1" />
        <IconButton label={`Remove the file of ${label}`} onClick={() => onChange("")}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {error && (
        <p role="alert" className="text-xs text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Uploads a file and makes it the value. */
export function ChooseFileButton({ label, onFile }: { label: string; onFile: (file: CaseFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const add = useAddFile();
  return (
    <>
      {add.isError && (
        <span role="alert" className="text-xs text-error">
          {add.error.message}
        </span>
      )}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        className="hidden"
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) add.mutate(file, { onSuccess: onFile });
          event.target.value = "";
        }}
      />
      <Button
        variant="ghost"
        size="xs"
        aria-label={`Upload an image, PDF or audio file as ${label}`}
        loading={add.isPending}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden /> File
      </Button>
    </>
  );
}
