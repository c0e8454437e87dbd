import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldWiring } from "./Field";

export const controlClass = cx(
  "w-full rounded-md border border-control bg-raised text-base text-ink transition-colors duration-150",
  "hover:border-ink-muted focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1",
  "disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-error-mark",
);

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input {...useFieldWiring()} {...rest} className={cx(controlClass, "h-9 px-3 read-only:bg-surface", className)} />
  );
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      {...useFieldWiring()}
      {...rest}
      className={cx(controlClass, "px-3 py-2 read-only:bg-surface", className)}
    />
  );
}
