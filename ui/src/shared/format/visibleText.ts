/** Untrusted text may hold invisible characters, or characters that reverse the text around them. Pure. */

/**
 * Controls but tab and line end, zero-width ones, direction overrides and isolates, and tags, which only programs read.
 */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const HIDDEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
const PICTURES = 0x2400;

/** Shows them as pictures or by their number; all else stays letter by letter. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20
      ? String.fromCharCode(PICTURES + code)
      : `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}
