import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "./cx";

interface VerbatimProps {
  label: string;
  children: ReactNode;
  className?: string;
}

/** Text from a model or a provider: untrusted, so it is shown letter by letter and never as markup. */
export function Verbatim({ label, children, className }: VerbatimProps) {
  return (
    <pre
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      tabIndex={0}
      // Right-to-left scripts start at the right, paragraph by paragraph.
      dir="auto"
      className={cx(
        "overflow-auto rounded-md border border-line bg-surface px-3 py-2.5",
        "wrap-anywhere whitespace-pre-wrap text-ink [unicode-bidi:plaintext]",
        className,
      )}
    >
      {typeof children === "string" ? visibleText(children) : children}
    </pre>
  );
}
