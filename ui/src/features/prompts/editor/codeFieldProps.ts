export interface CodeFieldProps {
  /** Said by screen readers; the field has no label element of its own. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  language?: "prompt" | "json";
  placeholder?: string;
  readOnly?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  minHeight?: string;
  /** Takes the focus when it appears, with all of its text chosen. */
  begins?: boolean;
}
