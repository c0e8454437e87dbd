import { initials } from "@/shared/format/displayName";
import { cx } from "./cx";

const HUES = [
  "bg-accent-soft text-accent-ink",
  "bg-lilac-soft text-lilac",
  "bg-info-soft text-info",
  "bg-warning-soft text-warning",
  "bg-success-soft text-success",
];

/** The same person keeps the same colour, on every screen. */
function hueOf(label: string): string {
  let sum = 0;
  for (const letter of label) sum = (sum * 131 + (letter.codePointAt(0) ?? 0)) % 99_991;
  return HUES[sum % HUES.length] ?? "";
}

export function Avatar({ label, size = "md" }: { label: string; size?: "sm" | "md" }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-full font-semibold select-none",
        size === "sm" ? "size-6 text-[10px]" : "size-8 text-xs",
        hueOf(label),
      )}
    >
      {initials(label)}
    </span>
  );
}
