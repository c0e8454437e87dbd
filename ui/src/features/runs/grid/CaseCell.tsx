import type { GridRow } from "@/api/types";
import { fileName } from "@/shared/format/fileFacts";
import { visibleText } from "@/shared/format/visibleText";
import { FileThumb } from "@/shared/ui/StoredFile";

const VALUES_SHOWN = 3;

/** What the case puts into the prompt. */
export function CaseCell({ row, compact = false }: { row: GridRow; compact?: boolean }) {
  // The database does not keep their order. Files and the longest text are what a person asked; ids and tags are short.
  const values = Object.entries(row.values).toSorted(
    ([, one], [, other]) =>
      Number(Boolean(other.file)) - Number(Boolean(one.file)) || other.text.length - one.text.length,
  );
  if (values.length === 0) return <p className="text-xs text-ink-subtle">No variables</p>;
  if (compact) {
    return (
      <p dir="auto" className="truncate text-sm leading-4.5 text-ink">
        {values.map(([name, value], index) => (
          <span key={name}>
            {index > 0 && " · "}
            {values.length > 1 && <span className="font-mono text-2xs text-lilac">{name} </span>}
            {value.file && !value.text ? fileName(value.file) : visibleText(value.text)}
            {value.truncated && "…"}
          </span>
        ))}
      </p>
    );
  }
  const lines = values.length === 1 ? "line-clamp-5" : values.length === 2 ? "line-clamp-2" : "line-clamp-1";
  return (
    <dl className="flex min-w-0 flex-col gap-1">
      {values.slice(0, VALUES_SHOWN).map(([name, value]) => (
        <div key={name} className="min-w-0">
          {values.length > 1 && <dt className="truncate font-mono text-2xs text-lilac">{name}</dt>}
          {values.length === 1 && <dt className="sr-only">{name}</dt>}
          {value.file ? (
            <dd>
              <FileThumb file={value.file} className={values.length > 1 ? "max-h-8" : "max-h-20"} />
            </dd>
          ) : (
            <dd dir="auto" className={`${lines} text-sm leading-4.5 wrap-anywhere text-ink`}>
              {visibleText(value.text)}
              {value.truncated && "…"}
            </dd>
          )}
        </div>
      ))}
      {values.length > VALUES_SHOWN && (
        <div className="text-2xs text-ink-subtle">+{values.length - VALUES_SHOWN} more</div>
      )}
    </dl>
  );
}

export function ExpectedCell({ row, compact }: { row: GridRow; compact: boolean }) {
  if (!row.expected)
    return (
      <span className="text-xs text-ink-subtle">
        <span aria-hidden>–</span>
        <span className="sr-only">none</span>
      </span>
    );
  return (
    <p
      dir="auto"
      className={`${compact ? "line-clamp-1" : "line-clamp-5"} text-sm leading-4.5 wrap-anywhere text-ink-muted`}
    >
      {visibleText(row.expected.text)}
      {row.expected.truncated && "…"}
    </p>
  );
}
