import { lazy, Suspense } from "react";
import { cx } from "@/shared/ui/cx";
import type { CodeFieldProps } from "./codeFieldProps";

const CodeMirrorField = lazy(() => import("./CodeMirrorField"));

/** A place to write a text with variables, or JSON. */
export function CodeField({ bare = false, ...props }: CodeFieldProps & { bare?: boolean }) {
  return (
    <div
      className={cx(
        "min-w-0",
        !bare &&
          cx(
            "rounded-md border bg-raised transition-colors duration-150 focus-within:border-focus",
            "focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus",
          ),
        !bare && (props.invalid ? "border-error-mark" : "border-control hover:border-ink-muted"),
        props.readOnly && !bare && "bg-surface",
      )}
    >
      <Suspense
        fallback={
          <span
            aria-busy="true"
            className="skeleton m-3 block"
            style={{ height: `calc(${props.minHeight ?? "6rem"} - 1.5rem)` }}
          />
        }
      >
        <CodeMirrorField {...props} />
      </Suspense>
    </div>
  );
}
