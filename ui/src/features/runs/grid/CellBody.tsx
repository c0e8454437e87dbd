/**
 * What a cell says, in whatever state it is: an answer, an error, words on their way, nothing yet.
 * Untrusted, so plain text.
 */
import { CircleAlert, TriangleAlert, Wrench } from "lucide-react";
import type { GridCell } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { useLiveText } from "../live/liveText";

interface CellBodyProps {
  run: string;
  cell: GridCell;
  /** Why open cells are not called; null if the run is active. */
  idle: string | null;
  /** How many lines of the answer are shown at most. */
  lines: 1 | 3 | 5;
}

export function CellBody({ run, cell, idle, lines }: CellBodyProps) {
  if (cell.state === "open" || cell.state === "calling")
    return <Coming run={run} cell={cell} idle={idle} lines={lines} />;
  if (lines === 1) return <OneLine cell={cell} />;
  if (cell.state === "failed") {
    return (
      <span className="flex min-h-0 flex-1 flex-col gap-0.5">
        <span className="flex items-center gap-1 text-2xs font-medium text-error">
          <CircleAlert aria-hidden className="size-3 shrink-0" /> {(cell.error_code ?? "failed").replaceAll("_", " ")}
        </span>
        <span dir="auto" className="line-clamp-3 text-xs wrap-anywhere text-ink-muted">
          {visibleText(cell.error ?? "")}
        </span>
      </span>
    );
  }
  const malformed = cell.state === "malformed";
  return (
    <span className="flex min-h-0 flex-1 flex-col gap-0.5">
      {malformed && (
        <span className="flex min-w-0 items-center gap-1 text-2xs font-medium text-warning">
          <TriangleAlert aria-hidden className="size-3 shrink-0" /> <span className="truncate">{cell.malformed}</span>
        </span>
      )}
      <span
        dir="auto"
        className={cx(
          "font-mono text-xs leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink [unicode-bidi:plaintext]",
          malformed ? SHORTER[lines] : CLAMPS[lines],
        )}
      >
        {visibleText(cell.output?.text ?? "")}
        {cell.output?.truncated && "…"}
        {!cell.output?.text && cell.tool_calls === 0 && <span className="font-sans text-ink-subtle">empty answer</span>}
      </span>
      {cell.tool_calls > 0 && (
        <span className="flex items-center gap-1 text-2xs text-ink-muted">
          <Wrench aria-hidden className="size-3" /> {cell.tool_calls} tool {cell.tool_calls === 1 ? "call" : "calls"}
        </span>
      )}
    </span>
  );
}

const CLAMPS = { 3: "line-clamp-3", 5: "line-clamp-5" };
/** Beside the line that says why an answer is malformed. */
const SHORTER = { 3: "line-clamp-2", 5: "line-clamp-4" };

/** A compact row: what the cell says and why it is not well, in one line. */
function OneLine({ cell }: { cell: GridCell }) {
  const failed = cell.state === "failed";
  const text = failed ? (cell.error ?? "") : (cell.output?.text ?? "");
  const tools = cell.tool_calls > 0 ? countOf(cell.tool_calls, "tool call") : "";
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1">
      {failed && (
        <span className="flex shrink-0 items-center gap-1 text-2xs font-medium text-error">
          <CircleAlert aria-hidden className="size-3 shrink-0" /> {(cell.error_code ?? "failed").replaceAll("_", " ")}
        </span>
      )}
      {cell.state === "malformed" && (
        <span title={cell.malformed ?? ""} className="flex shrink-0 text-warning">
          <TriangleAlert aria-hidden className="size-3" />
          <span className="sr-only">{cell.malformed}: </span>
        </span>
      )}
      <span
        dir="auto"
        className={cx(
          "truncate leading-4.5",
          failed ? "text-xs text-ink-muted" : "font-mono text-xs text-ink [unicode-bidi:plaintext]",
        )}
      >
        {visibleText(text)}
        {!failed && cell.output?.truncated && "…"}
        {!failed && !text && <span className="font-sans text-ink-subtle">{tools || "empty answer"}</span>}
      </span>
    </span>
  );
}

/** The end of what was said is what moves; a few lines of it are enough. */
const TAIL = 400;

function Coming({ run, cell, idle, lines }: CellBodyProps) {
  const said = useLiveText(run, cell.ordinal);
  if (said && said.attempt >= cell.attempt && said.text && idle === null) {
    const tail = said.text.slice(-TAIL);
    return (
      // What does not fit goes out at the top.
      <span
        className={cx(
          "flex min-h-0 flex-1 flex-col-reverse overflow-hidden",
          lines === 1 ? "h-4.5 max-h-4.5" : "max-h-22.5 min-h-9",
        )}
      >
        <span
          dir="auto"
          data-streaming
          className="mb-auto font-mono text-xs leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink"
        >
          {said.length > tail.length && "…"}
          {visibleText(tail)}
          <span aria-hidden className="ml-px inline-block h-3 w-1.5 animate-pulse bg-accent-mark align-[-1px]" />
        </span>
      </span>
    );
  }
  if (idle !== null) return <span className="flex flex-1 items-start text-xs text-ink-subtle">{idle}</span>;
  return <AskingBars moving={cell.state === "calling"} count={lines === 1 ? 1 : 3} />;
}

/** Three bars in the place of lines; they pulse once the model is being asked. */
function AskingBars({ moving, count }: { moving: boolean; count: number }) {
  return (
    <span
      aria-hidden
      data-bars={moving ? "pulsing" : "still"}
      className={cx("flex flex-1 flex-col gap-2", count > 1 && "pt-1", !moving && "opacity-50")}
    >
      {["w-11/12", "w-4/5", "w-3/5"].slice(0, count).map((width, index) => (
        <span
          key={width}
          className={cx("h-2.5 rounded-full bg-line-strong/70", width, moving && "animate-pulse")}
          style={{ animationDelay: `${index * 150}ms` }}
        />
      ))}
    </span>
  );
}
