import { CircleAlert, FileText, FileUp, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { formatBytes } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Field } from "@/shared/ui/Field";
import { FileInput } from "@/shared/ui/FileInput";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { Select } from "@/shared/ui/Select";
import type { ChosenFile } from "./importFiles";
import { fileOfProblem } from "./importReport";
import { TOOLS } from "./importTools";
import type { ToolImport } from "./useToolImport";

const ACCEPTED = ".yaml,.yml,.json,.jsonl,.ndjson,.csv,.txt,.md,.js,.cjs,.mjs,.ts,.py,.zip";

/** Choose the tool and its files. */
export function FilesCard({ state }: { state: ToolImport }) {
  const { files, kind, problem, unread } = state;
  const broken =
    problem === null
      ? null
      : fileOfProblem(
          problem,
          files.map(({ path }) => path),
        );
  return (
    <Card aria-label="Files">
      <CardHeader>
        <CardTitle>Files</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <Field
          label="Tool"
          hint={TOOLS.find((tool) => tool.kind === kind)?.hint}
          aside={state.guessed && <span className="text-xs text-ink-subtle">Recognized from the files</span>}
        >
          <Select
            value={kind}
            onChange={state.chooseKind}
            options={TOOLS.map((tool) => ({ value: tool.kind, label: tool.label }))}
          />
        </Field>
        <DropZone small={files.length > 0} onFiles={state.add} />
        {unread && (
          <Notice tone="warning" alert>
            {unread}
          </Notice>
        )}
        {files.length > 0 && (
          <ul
            aria-label="Chosen files"
            className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line"
          >
            {files.map((file) => (
              <FileRow
                key={file.path}
                file={file}
                problem={file.path === broken ? problem : null}
                onRemove={() => state.remove(file.path)}
              />
            ))}
          </ul>
        )}
        {problem && broken === null && (
          <Notice tone="error" alert>
            {problem}
          </Notice>
        )}
      </CardContent>
    </Card>
  );
}

function FileRow({ file, problem, onRemove }: { file: ChosenFile; problem: string | null; onRemove: () => void }) {
  const Icon = problem ? CircleAlert : FileText;
  return (
    <li className="flex items-start gap-2.5 py-1.5 pr-1.5 pl-3 text-sm">
      <Icon aria-hidden className={cx("mt-2 size-4 shrink-0", problem ? "text-error-mark" : "text-ink-subtle")} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="flex items-baseline justify-between gap-3">
          <span title={file.path} className="truncate font-mono text-xs text-ink">
            {file.path}
          </span>
          <span className="shrink-0 text-xs text-ink-subtle tabular-nums">{formatBytes(file.size)}</span>
        </p>
        {problem && (
          <p role="alert" className="mt-0.5 wrap-anywhere text-error">
            {problem}
          </p>
        )}
      </div>
      <IconButton label={`Remove ${file.path}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

function DropZone({ small, onFiles }: { small: boolean; onFiles: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
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
        "flex items-center gap-x-4 gap-y-2 rounded-lg border-2 border-dashed px-4 transition-colors duration-150",
        small ? "flex-wrap py-3" : "flex-col py-10 text-center",
        over ? "border-accent-mark bg-accent-soft" : "border-line-strong bg-surface",
      )}
    >
      <FileUp
        aria-hidden
        className={cx("shrink-0", small ? "size-5" : "size-7", over ? "text-accent-ink" : "text-ink-subtle")}
      />
      <div className={small ? "min-w-0 flex-1 basis-24" : ""}>
        <p className="text-sm font-medium text-ink">{small ? "Drop more files here" : "Drop files or a zip here"}</p>
        {!small && (
          <p className="mt-1 max-w-md text-sm text-ink-muted">
            You see a report first. Nothing is created before you press Import.
          </p>
        )}
      </div>
      <Button variant="secondary" size={small ? "sm" : "md"} onClick={() => picker.current?.click()}>
        Choose files
      </Button>
      <FileInput ref={picker} label="Files to import" accept={ACCEPTED} onFiles={onFiles} />
    </div>
  );
}
