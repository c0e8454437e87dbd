/** Label, hint and error around one control, tied together for screen readers by ids. */
import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, use, useId } from "react";
import { cx } from "./cx";

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** The attributes a control inside a Field needs; nothing when it stands alone. */
export function useFieldWiring() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  optional?: boolean;
  /** Stands at the right of the label, such as another way to fill the field. */
  aside?: ReactNode;
  /** Hides the label visually, where the header of a table shows it already. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}

export function Field(props: FieldProps) {
  const {
    label,
    hint,
    error,
    required = false,
    optional = false,
    aside,
    hideLabel = false,
    className,
    children,
  } = props;
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      {/* The marks stand beside the label, not in it, so that the name of the control stays plain. */}
      <div className={cx(hideLabel ? "sr-only" : "flex flex-wrap text-sm", aside ? "items-center" : "items-baseline")}>
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        {required && (
          <span aria-hidden className="ml-0.5 text-error">
            *
          </span>
        )}
        {optional && <span className="ml-1 text-ink-subtle">(optional)</span>}
        {aside && <div className="ml-auto pl-2">{aside}</div>}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {error && (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-xs text-error">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-xs text-ink-subtle">
          {hint}
        </p>
      )}
    </div>
  );
}
