import type { RowHeadProps } from "./gridTypes";

export function PlainRowHead({ row, name, trials }: RowHeadProps) {
  return (
    <span className="flex flex-col items-center py-2.5 text-xs text-ink-subtle">
      <span aria-hidden>{(row.position + 1).toLocaleString("en")}</span>
      {trials > 1 && (
        <span aria-hidden className="text-2xs">
          t{row.trial + 1}
        </span>
      )}
      <span className="sr-only">{name}</span>
    </span>
  );
}
