/** The dash in a table cell that has no value. */
export function NoValue() {
  return <span className="text-ink-subtle">–</span>;
}
