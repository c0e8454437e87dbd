import { CircleAlert } from "lucide-react";

/** What is wrong with the field above it. */
export function ProblemLine({ text, id }: { text: string | undefined; id?: string }) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-xs text-error">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {text}
    </p>
  );
}
