import { visible } from "@/shared/format/visible";
import { diffWords, type Piece } from "./textDiff";

const gone = "rounded-xs bg-error-soft text-error";
const come = "rounded-xs bg-success-soft text-success underline decoration-1 underline-offset-2";

/** What went is crossed out, what came is underlined: the colour only helps. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const pieces = diffWords(before, after);
  // Nothing in common: two texts, one below the other if they are long.
  const whole = pieces.every(({ kind }) => kind !== "same");
  const stacked = whole && before.length + after.length > 60;
  return (
    <div dir="auto" className={stacked ? "flex min-w-0 flex-col items-start gap-1 text-sm" : "min-w-0 text-sm wrap-anywhere whitespace-pre-wrap text-ink-muted"}>
      {pieces.map((piece, index) => <Words key={index} piece={piece} apart={whole && !stacked && index > 0} />)}
    </div>
  );
}

function Words({ piece, apart }: { piece: Piece; apart: boolean }) {
  const text = visible(piece.text);
  if (piece.kind === "same") return <span>{text}</span>;
  if (piece.kind === "gone") return <del className={`${gone} wrap-anywhere whitespace-pre-wrap`}>{text}</del>;
  return <>{apart && " "}<ins className={`${come} wrap-anywhere whitespace-pre-wrap`}>{text}</ins></>;
}
