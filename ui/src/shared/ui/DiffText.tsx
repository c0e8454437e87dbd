import { visibleText } from "@/shared/format/visibleText";
import { diffWords, type Piece } from "@/shared/text/wordDiff";

const gone = "rounded-xs bg-error-soft text-error";
const come = "rounded-xs bg-success-soft text-success underline decoration-1 underline-offset-2";

/** What went is crossed out, what came is underlined: the colour only helps. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const pieces = diffWords(before, after);
  // Nothing in common: two texts, one below the other if they are long.
  const whole = pieces.every(({ kind }) => kind !== "same");
  const stacked = whole && before.length + after.length > 60;
  return (
    <div
      dir="auto"
      className={
        stacked
          ? "flex min-w-0 flex-col items-start gap-1 text-sm"
          : "min-w-0 text-sm wrap-anywhere whitespace-pre-wrap text-ink-muted"
      }
    >
      {pieces.map((piece, index) => (
        <DiffPiece key={index} piece={piece} apart={whole && !stacked && index > 0} />
      ))}
    </div>
  );
}

interface DiffSideProps {
  pieces: readonly Piece[];
  side: "before" | "after";
  /** The texts are cut off, so a difference at their end may come from the cut. */
  cut?: boolean;
}

/** One of two texts side by side, with the parts marked that the other one does not have. */
export function DiffSide({ pieces, side, cut = false }: DiffSideProps) {
  const other = side === "before" ? "new" : "gone";
  const lastSame = pieces.findLastIndex(({ kind }) => kind === "same");
  const known = (index: number) => !cut || lastSame < 0 || index < lastSame;
  return (
    <div dir="auto" className="min-w-0 text-sm wrap-anywhere whitespace-pre-wrap text-ink">
      {pieces.map((piece, index) =>
        piece.kind === other ? null : (
          <DiffPiece key={index} piece={known(index) ? piece : { ...piece, kind: "same" }} apart={false} />
        ),
      )}
      {cut && "…"}
    </div>
  );
}

function DiffPiece({ piece, apart }: { piece: Piece; apart: boolean }) {
  const text = visibleText(piece.text);
  if (piece.kind === "same") return <span>{text}</span>;
  if (piece.kind === "gone") return <del className={`${gone} wrap-anywhere whitespace-pre-wrap`}>{text}</del>;
  return (
    <>
      {apart && " "}
      <ins className={`${come} wrap-anywhere whitespace-pre-wrap`}>{text}</ins>
    </>
  );
}
