/** A number in a table cell with its confidence interval below. */
export function ValueWithRange({ text, range }: { text: string; range: string }) {
  return (
    <span className="block text-right whitespace-nowrap">
      {text}
      {range && <span className="block text-2xs text-ink-subtle">{range}</span>}
    </span>
  );
}
