import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { type Bit, type DiffRow, pairsOf, rowsOf, unifiedOf } from "./diffRows";

export type DiffLayout = "unified" | "split";

interface DiffViewProps {
  label: string;
  lines: readonly string[];
  layout: DiffLayout;
}

export function DiffView({ label, lines, layout }: DiffViewProps) {
  const pairs = pairsOf(rowsOf(lines));
  return (
    <table className="w-full table-fixed border-collapse font-mono text-xs leading-5">
      <caption className="sr-only">{label}</caption>
      <colgroup>
        <col className="w-10" />
        {layout === "unified" ? <col className="w-10" /> : <col />}
        {layout === "split" && <col className="w-10" />}
        <col />
      </colgroup>
      <tbody>
        {layout === "unified"
          ? unifiedOf(pairs).map(({ row, bits }, index) =>
              row.kind === "gap" ? (
                <Gap key={index} row={row} span={3} />
              ) : (
                <UnifiedRow key={index} row={row} bits={bits} />
              ),
            )
          : pairs.map(({ left, right, cuts }, index) =>
              left?.kind === "gap" ? (
                <Gap key={index} row={left} span={4} />
              ) : (
                <tr key={index}>
                  <DiffTableSide row={left} number={left?.old ?? null} bits={cuts?.[0] ?? null} />
                  <DiffTableSide row={right} number={right?.new ?? null} bits={cuts?.[1] ?? null} edge />
                </tr>
              ),
            )}
      </tbody>
    </table>
  );
}

function Gap({ row, span }: { row: DiffRow; span: number }) {
  return (
    <tr>
      <td colSpan={span} className="border-y border-line bg-surface px-3 py-0.5 text-2xs text-ink-subtle">
        {row.text}
      </td>
    </tr>
  );
}

const LOOKS: Record<DiffRow["kind"], string> = {
  same: "",
  gap: "",
  removed: "bg-error-soft",
  added: "bg-success-soft",
};
const SIGNS: Record<DiffRow["kind"], string> = { same: " ", gap: " ", removed: "−", added: "+" };
const WORDS: Partial<Record<DiffRow["kind"], string>> = { removed: "removed: ", added: "added: " };
const NUMBER = "px-2 text-right align-top text-2xs leading-5 text-ink-subtle select-none";

function UnifiedRow({ row, bits }: { row: DiffRow; bits: Bit[] | null }) {
  return (
    <tr className={LOOKS[row.kind]}>
      <td className={NUMBER}>{row.old}</td>
      <td className={NUMBER}>{row.new}</td>
      <DiffLine row={row} bits={bits} />
    </tr>
  );
}

function DiffTableSide({
  row,
  number,
  bits,
  edge = false,
}: {
  row: DiffRow | null;
  number: number | null;
  bits: Bit[] | null;
  edge?: boolean;
}) {
  if (!row)
    return (
      <>
        <td className={cx("bg-surface", edge && "border-l border-line")} />
        <td className="bg-surface" />
      </>
    );
  return (
    <>
      <td className={cx(NUMBER, LOOKS[row.kind], edge && "border-l border-line")}>{number}</td>
      <DiffLine row={row} bits={bits} className={LOOKS[row.kind]} />
    </>
  );
}

const CHANGED: Partial<Record<DiffRow["kind"], string>> = { removed: "bg-error-mark/25", added: "bg-success-mark/25" };

function DiffLine({ row, bits, className }: { row: DiffRow; bits: Bit[] | null; className?: string }) {
  return (
    <td className={cx("relative py-px pr-3 pl-6 align-top wrap-anywhere whitespace-pre-wrap text-ink", className)}>
      <span aria-hidden className="absolute left-2 text-ink-muted select-none">
        {SIGNS[row.kind]}
      </span>
      {WORDS[row.kind] && <span className="sr-only">{WORDS[row.kind]}</span>}
      {bits
        ? bits.map(({ text, changed }, index) => (
            <span key={index} className={changed ? cx("rounded-xs", CHANGED[row.kind]) : undefined}>
              {visibleText(text)}
            </span>
          ))
        : visibleText(row.text)}
    </td>
  );
}
