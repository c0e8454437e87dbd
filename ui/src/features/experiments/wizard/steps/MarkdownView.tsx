import { Fragment } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { type Block, blocksOf, type Piece } from "./parseMarkdown";

/** Text as it is meant to read, made of text alone: nothing in it can be clicked, loaded or run. */
export function MarkdownView({ text, label }: { text: string; label: string }) {
  return (
    <div
      role="region"
      aria-label={label}
      className={cx(
        "flex min-h-40 flex-col gap-2.5 rounded-md border border-line",
        "bg-surface px-4 py-3 text-base wrap-anywhere text-ink",
      )}
    >
      {text.trim() === "" ? (
        <p className="text-sm text-ink-subtle">Nothing to preview yet.</p>
      ) : (
        blocksOf(text).map((block, index) => <MarkdownBlock key={index} block={block} />)
      )}
    </div>
  );
}

function MarkdownBlock({ block }: { block: Block }) {
  if (block.kind === "code")
    return (
      <pre className="overflow-x-auto rounded-md bg-surface-hover px-3 py-2 font-mono text-sm whitespace-pre-wrap">
        {visibleText(block.text)}
      </pre>
    );
  if (block.kind === "list") {
    const items = block.items.map((pieces, index) => (
      <li key={index}>
        <MarkdownText pieces={pieces} />
      </li>
    ));
    return block.ordered ? (
      <ol className="flex list-decimal flex-col gap-1 pl-6">{items}</ol>
    ) : (
      <ul className="flex list-disc flex-col gap-1 pl-6">{items}</ul>
    );
  }
  const words = <MarkdownText pieces={block.pieces} />;
  if (block.kind === "heading")
    return (
      <p
        role="heading"
        aria-level={Math.min(6, block.level + 2)}
        className={block.level === 1 ? "text-lg font-semibold" : "font-semibold"}
      >
        {words}
      </p>
    );
  if (block.kind === "quote")
    return <blockquote className="border-l-2 border-line-strong pl-3 text-ink-muted">{words}</blockquote>;
  return <p className="whitespace-pre-line">{words}</p>;
}

function MarkdownText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    const shown = visibleText(text);
    if (kind === "strong") return <strong key={index}>{shown}</strong>;
    if (kind === "emphasis") return <em key={index}>{shown}</em>;
    if (kind === "code")
      return (
        <code key={index} className="rounded bg-surface-hover px-1 font-mono text-sm">
          {shown}
        </code>
      );
    return <Fragment key={index}>{shown}</Fragment>;
  });
}
