import { useState } from "react";
import type { Cell, CaseValue } from "@/api/types";
import { fileFacts, fileName } from "@/shared/format/fileFacts";
import { formatMoney } from "@/shared/format/quantities";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Notice } from "@/shared/ui/Notice";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { StoredFile } from "@/shared/ui/StoredFile";
import { Verbatim } from "@/shared/ui/Verbatim";
import { parameterWords } from "../runPhrasing";
import { CellPart } from "./CellPart";

const small = "max-h-48 text-xs leading-5";

export function CellCase({ cell }: { cell: Cell }) {
  const values = Object.entries(cell.case.values);
  if (values.length === 0) return null;
  return (
    <CellPart title="Case">
      <dl className="flex flex-col gap-2">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt className="mb-1 font-mono text-xs text-lilac">{name}</dt>
            <dd>
              {typeof value === "object" && "file" in value ? (
                <StoredFile file={value} />
              ) : (
                <Verbatim label={name} className={small}>
                  {valueText(value)}
                </Verbatim>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </CellPart>
  );
}

export function CellExpected({ cell }: { cell: Cell }) {
  if (cell.case.expected === null) return null;
  return (
    <CellPart title="Expected">
      <Verbatim label="Expected" className={small}>
        {cell.case.expected}
      </Verbatim>
    </CellPart>
  );
}

function valueText(value: CaseValue): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Exactly what was, or will be, sent. */
export function CellRequest({ cell }: { cell: Cell }) {
  const [open, setOpen] = useState(false);
  const { request } = cell;
  const set = parameterWords(request.parameters);
  const summary = [`${request.messages.length} ${request.messages.length === 1 ? "message" : "messages"}`, set]
    .filter(Boolean)
    .join(" · ");
  return (
    <Disclosure label="Request" open={open} onOpenChange={setOpen} summary={summary}>
      {request.missing.length > 0 && (
        <Notice tone="warning" className="mb-2">
          No value for {request.missing.join(", ")}: the request is not sent.
        </Notice>
      )}
      <p className="mb-2 text-xs text-ink-subtle">
        {request.model} · {set || "no parameters set"}
      </p>
      <ol className="flex flex-col gap-2">
        {request.messages.map((message, place) => (
          <li key={place}>
            <p className="mb-1 text-xs font-medium text-ink-muted">{message.role}</p>
            <Verbatim label={`Message of ${message.role}`} className="max-h-72 text-xs leading-5">
              {message.content}
            </Verbatim>
            {message.files.map((file) => (
              <p key={`${file.file}-${file.at}`} className="mt-1 text-xs text-ink-subtle">
                {fileName(file)} at character {(file.at + 1).toLocaleString("en")}: {fileFacts(file)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {request.tools.length > 0 && (
        <p className="mt-2 text-xs text-ink-subtle">Tools: {request.tools.map(({ name }) => name).join(", ")}</p>
      )}
    </Disclosure>
  );
}

export function CellUsage({ cell }: { cell: Cell }) {
  const [open, setOpen] = useState(false);
  if (cell.usage === null) return null;
  return (
    <Disclosure label="Usage" open={open} onOpenChange={setOpen} summary="as the provider sent it">
      <Verbatim label="Usage" className={small}>
        {JSON.stringify(cell.usage, null, 2)}
      </Verbatim>
    </Disclosure>
  );
}

interface Before {
  state?: unknown;
  output?: unknown;
  error?: unknown;
  cost?: unknown;
}

/** What the cell was before it was repeated. */
export function CellHistory({ cell }: { cell: Cell }) {
  const [open, setOpen] = useState(false);
  if (cell.history.length === 0) return null;
  return (
    <Disclosure label="Earlier attempts" open={open} onOpenChange={setOpen} summary={String(cell.history.length)}>
      <ol className="flex flex-col gap-3">
        {cell.history.map((earlier) => {
          const before = earlier.cell as Before;
          const text =
            typeof before.output === "string" ? before.output : typeof before.error === "string" ? before.error : "";
          return (
            <li key={earlier.attempt}>
              <p className="mb-1 text-xs text-ink-subtle">
                Attempt {earlier.attempt} · {typeof before.state === "string" && before.state} ·{" "}
                {typeof before.cost === "number" && `${formatMoney(before.cost / 1_000_000)} · `}replaced{" "}
                <RelativeTime at={earlier.replaced_at} />
              </p>
              <Verbatim label={`Attempt ${earlier.attempt}`} className={small}>
                {text}
              </Verbatim>
            </li>
          );
        })}
      </ol>
    </Disclosure>
  );
}
