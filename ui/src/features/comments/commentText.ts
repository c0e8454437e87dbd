/**
 * The text of a comment: mentions and links in it, and how it looks in the editor. Pure.
 *
 * The server stores `@[id]` for a mention. The editor shows `@Name` instead.
 */

type TextPart = { kind: "text" | "link"; text: string } | { kind: "mention"; name: string | null };

const MENTION = /@\[([0-9a-f-]{36})\]/gi;
const SPECIAL = /@\[([0-9a-f-]{36})\]|https?:\/\/[^\s<>"'`]+/gi;
/** Ends a sentence rather than an address. */
const AFTER_LINK = /[.,;:!?)\]]+$/;

/** The people of a text by id. */
type Names = Readonly<Record<string, string>>;

/** Who is not among `names` is no member any more: the name is null. */
export function partsOf(text: string, names: Names): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(SPECIAL)) {
    const link = found[1] === undefined ? found[0].replace(AFTER_LINK, "") : null;
    if (found.index > from) parts.push({ kind: "text", text: text.slice(from, found.index) });
    if (link === null) parts.push({ kind: "mention", name: names[found[1]?.toLowerCase() ?? ""] ?? null });
    else parts.push({ kind: "link", text: link });
    from = found.index + (link ?? found[0]).length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

/** What is being written: the text with names, and who is meant by them. */
export interface Writing {
  text: string;
  /** Ids by name as it stands in the text. */
  people: Readonly<Record<string, string>>;
}

export const NOTHING_WRITTEN: Writing = { text: "", people: {} };

export function writingOf(text: string, names: Names): Writing {
  const people: Record<string, string> = {};
  const shown = text.replace(MENTION, (marker, id: string) => {
    const name = names[id.toLowerCase()];
    // Two people of the same name, or somebody who left: the marker stays.
    if (name === undefined || (people[name] ?? id) !== id) return marker;
    people[name] = id;
    return `@${name}`;
  });
  return { text: shown, people };
}

export function textOf({ text, people }: Writing): string {
  // Longer names first, so that “Ann Lee” is not taken for “Ann”.
  const names = Object.keys(people).sort((a, b) => b.length - a.length);
  if (names.length === 0) return text.trim();
  const any = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|");
  return text
    .replace(new RegExp(String.raw`@(${any})(?![\p{L}\p{N}])`, "gu"), (_, name: string) => `@[${people[name] ?? ""}]`)
    .trim();
}

/** The name that is being typed before the caret, and where its `@` stands. */
export function typedMention(text: string, caret: number): { at: number; typed: string } | null {
  const found = /(?:^|[\s(])@([^\s@[\]]{0,40})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const typed = found[1] ?? "";
  return { at: caret - typed.length - 1, typed };
}

/** Put a person where the name was typed; the caret belongs behind it. */
export function withMention(
  writing: Writing,
  caret: number,
  person: { id: string; name: string; email: string },
): { writing: Writing; caret: number } {
  const place = typedMention(writing.text, caret);
  if (!place) return { writing, caret };
  const taken = writing.people[person.name];
  const name = taken === undefined || taken === person.id ? person.name : person.email;
  const start = `${writing.text.slice(0, place.at)}@${name} `;
  return {
    writing: { text: start + writing.text.slice(caret), people: { ...writing.people, [name]: person.id } },
    caret: start.length,
  };
}
