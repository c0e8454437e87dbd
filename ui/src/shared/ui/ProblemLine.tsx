import { CircleAlert } from "lucide-react";
import { cx } from "./cx";

interface ProblemLineProps {
  text: string | undefined;
  id?: string;
  className?: string;
}

/** What is wrong with the field above it. */
export function ProblemLine({ text, id, className }: ProblemLineProps) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className={cx("flex items-start gap-1.5 text-xs text-error", className)}>
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {text}
    </p>
  );
}
