/** The comment that the address names, such as `#comment-018f…`; links in notifications lead to it. */
export function namedComment(): string | null {
  return /^#comment-([0-9a-f-]{36})$/.exec(window.location.hash)?.[1] ?? null;
}
