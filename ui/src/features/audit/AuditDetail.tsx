import { ArrowRight } from "lucide-react";
import type { AuditEntry } from "@/api/types";
import { exactTime } from "@/shared/format/formatTime";
import { CopyButton } from "@/shared/ui/CopyButton";
import { readAs, readChanges, readField } from "./auditChanges";

/** Everything one entry knows, with the hash that chains it to the entry before. */
export function AuditDetail({ entry }: { entry: AuditEntry }) {
  const changes = readChanges(entry.changes);
  const metadata = Object.entries(entry.metadata);
  return (
    <div className="grid animate-fade-in gap-4 rounded-b-lg bg-surface px-4 py-4 text-sm md:grid-cols-2">
      <section aria-label="Changes">
        <h2 className="mb-1.5 text-xs font-medium text-ink-subtle">Changes</h2>
        {changes.length === 0 && <p className="text-ink-muted">No values were changed.</p>}
        <ul className="flex flex-col gap-1">
          {changes.map((line) => (
            <li key={line.field} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="text-ink-muted">{line.field}</span>
              {line.old !== null && (
                <del className="rounded bg-error-soft px-1.5 wrap-anywhere text-error no-underline">{line.old}</del>
              )}
              {line.old !== null && line.new !== null && (
                <ArrowRight aria-label="became" role="img" className="size-3.5 text-ink-subtle" />
              )}
              {line.new !== null && (
                <ins className="rounded bg-success-soft px-1.5 wrap-anywhere text-success no-underline">{line.new}</ins>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Details">
        <h2 className="mb-1.5 text-xs font-medium text-ink-subtle">Details</h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
          <dt className="text-ink-muted">Time</dt>
          <dd>{exactTime(new Date(entry.at))}</dd>
          {entry.entity_id && (
            <>
              <dt className="text-ink-muted">Entity id</dt>
              <dd className="font-mono text-xs break-all">{entry.entity_id}</dd>
            </>
          )}
          {metadata.map(([key, value]) => (
            <MetadataLine key={key} label={readField(key)} value={readAs(key, value)} />
          ))}
          <dt className="text-ink-muted">Hash</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="truncate text-xs">{entry.hash}</code>
            <CopyButton text={entry.hash} label="Copy hash" />
          </dd>
        </dl>
      </section>
    </div>
  );
}

function MetadataLine({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </>
  );
}
