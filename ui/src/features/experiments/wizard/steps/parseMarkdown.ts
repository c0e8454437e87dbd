/**
 * Markdown as structure only: headings, lists, quotes, code and emphasis.
 * HTML stays text and links stay as they were typed. Pure.
 */

export interface Piece {
  kind: "plain" | "strong" | "emphasis" | "code";
  text: string;
}

export type Block =
  | { kind: "heading"; level: number; pieces: Piece[] }
  | { kind: "paragraph" | "quote"; pieces: Piece[] }
  | { kind: "list"; ordered: boolean; items: Piece[][] }
  | { kind: "code"; text: string };

const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|__[^_\n]+__|\*[^*\s][^*\n]*\*|_[^_\s][^_\n]*_)/g;

export function piecesOf(text: string): Piece[] {
  return text
    .split(INLINE)
    .filter(Boolean)
    .map((part): Piece => {
      if (/^`[^`]+`$/.test(part)) return { kind: "code", text: part.slice(1, -1) };
      if (/^(\*\*|__).+\1$/.test(part)) return { kind: "strong", text: part.slice(2, -2) };
      if (/^([*_])[^*_]+\1$/.test(part)) return { kind: "emphasis", text: part.slice(1, -1) };
      return { kind: "plain", text: part };
    });
}

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let index = 0;
  const line = () => lines[index] ?? "";
  const take = (fits: RegExp): string[] => {
    const taken: string[] = [];
    while (index < lines.length && fits.test(line())) {
      taken.push(line().replace(fits, ""));
      index += 1;
    }
    return taken;
  };
  while (index < lines.length) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line());
    if (line().trim() === "") index += 1;
    else if (/^```/.test(line())) {
      index += 1;
      const code: string[] = [];
      while (index < lines.length && !/^```/.test(line())) {
        code.push(line());
        index += 1;
      }
      index += 1;
      blocks.push({ kind: "code", text: code.join("\n") });
    } else if (heading) {
      blocks.push({ kind: "heading", level: (heading[1] ?? "#").length, pieces: piecesOf(heading[2] ?? "") });
      index += 1;
    } else if (/^\s*[-*+]\s+/.test(line()))
      blocks.push({ kind: "list", ordered: false, items: take(/^\s*[-*+]\s+/).map(piecesOf) });
    else if (/^\s*\d+[.)]\s+/.test(line()))
      blocks.push({ kind: "list", ordered: true, items: take(/^\s*\d+[.)]\s+/).map(piecesOf) });
    else if (/^>\s?/.test(line())) blocks.push({ kind: "quote", pieces: piecesOf(take(/^>\s?/).join(" ")) });
    else blocks.push({ kind: "paragraph", pieces: piecesOf(paragraph()) });
  }
  return blocks;

  function paragraph(): string {
    const words: string[] = [];
    while (
      index < lines.length &&
      line().trim() !== "" &&
      (words.length === 0 || !/^(\s*[-*+]\s+|\s*\d+[.)]\s+|#{1,6}\s|```|>)/.test(line()))
    ) {
      words.push(line());
      index += 1;
    }
    return words.join("\n");
  }
}
