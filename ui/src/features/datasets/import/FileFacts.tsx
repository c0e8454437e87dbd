import { FileSpreadsheet, Info } from "lucide-react";
import type { Upload } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Select } from "@/shared/ui/Select";
import type { FileOptions } from "./api";
import { DELIMITERS, ENCODINGS, FORMAT_NAMES } from "./importFile";

interface FileFactsProps {
  name: string;
  file: Upload["file"];
  options: FileOptions;
  busy: boolean;
  onOptions: (options: FileOptions) => void;
  onAnother: () => void;
}

/** What the server took the file for; each guess can be corrected. */
export function FileFacts({ name, file, options, busy, onOptions, onAnother }: FileFactsProps) {
  const text = file.format !== "xlsx";
  return (
    <div className="rounded-lg border border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-ink-subtle" />
        <div className="min-w-0 flex-1 basis-32">
          <p title={name} className="truncate text-sm font-medium text-ink">
            {name}
          </p>
          <p className="text-xs text-ink-muted">
            {countOf(file.row_count, "row")}, {countOf(file.columns.length, "column")}
          </p>
        </div>
        <div className="order-3 flex basis-full flex-wrap items-center gap-x-3 gap-y-2 lg:order-2 lg:basis-auto">
          {text && (
            <Guess name="Format">
              <Select
                size="sm"
                label="Format"
                className="w-24"
                disabled={busy}
                value={file.format}
                onChange={(format) => onOptions({ ...options, format })}
                options={(["csv", "json", "jsonl"] as const).map((value) => ({
                  value,
                  label: FORMAT_NAMES[value] ?? value,
                }))}
              />
            </Guess>
          )}
          {text && file.encoding && (
            <Guess name="Encoding">
              <Select
                size="sm"
                label="Encoding"
                className="w-40"
                disabled={busy}
                value={file.encoding}
                onChange={(encoding) => onOptions({ ...options, encoding })}
                options={withOwn(ENCODINGS, file.encoding)}
              />
            </Guess>
          )}
          {file.format === "csv" && (
            <Guess name="Separator">
              <Select
                size="sm"
                label="Separator"
                className="w-32"
                disabled={busy}
                value={file.delimiter ?? ","}
                onChange={(delimiter) => onOptions({ ...options, delimiter })}
                options={withOwn(DELIMITERS, file.delimiter ?? ",")}
              />
            </Guess>
          )}
        </div>
        <Button variant="ghost" size="sm" className="order-2 lg:order-3" onClick={onAnother}>
          Another file
        </Button>
      </div>
      {file.notes.length > 0 && (
        <ul aria-label="Notes about the file" className="border-t border-line px-4 py-2 text-xs text-ink-muted">
          {file.notes.map((note) => (
            <li key={note} className="flex items-start gap-1.5 py-0.5">
              <Info aria-hidden className="mt-px size-3.5 shrink-0 text-ink-subtle" /> {note}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Guess({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <span aria-hidden className="hidden text-xs text-ink-subtle xl:inline">
        {name}
      </span>
      {children}
    </div>
  );
}

/** What was found can be something that is not on our list. */
function withOwn(known: readonly { value: string; label: string }[], own: string): { value: string; label: string }[] {
  return known.some(({ value }) => value === own) ? [...known] : [...known, { value: own, label: own }];
}
