import type { ReactNode } from "react";
import { cx } from "@/shared/ui/cx";

interface OneChoice {
  value: number;
  name: string;
  content: ReactNode;
  tone?: "good" | "bad";
}

interface ChoicesProps {
  label: string;
  choices: readonly OneChoice[];
  chosen: number | null;
  onChoose: (value: number) => void;
  size?: "sm" | "lg";
  disabled?: boolean;
}

const TONES = {
  plain: "border-accent! bg-accent-soft! text-accent-ink!",
  good: "border-success-mark! bg-success-soft! text-success!",
  bad: "border-error-mark! bg-error-soft! text-error!",
};

/**
 * A few values side by side. Enter goes on to the next answer, so that it does not matter where the focus is;
 * Space and a click choose.
 */
export function Choices({ label, choices, chosen, onChoose, size = "sm", disabled = false }: ChoicesProps) {
  return (
    <div role="radiogroup" aria-label={label} data-answer className="flex flex-wrap gap-1.5">
      {choices.map(({ value, name, content, tone }) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={chosen === value}
          aria-label={name}
          disabled={disabled}
          onClick={() => onChoose(value)}
          className={cx(
            "inline-flex flex-1 items-center justify-center gap-2 rounded-md border border-line-strong",
            "bg-raised font-medium text-ink transition-colors duration-150 hover:bg-surface-hover",
            size === "lg"
              ? "h-12 min-w-12 px-2 text-base [&_svg]:size-5 [&_svg]:shrink-0"
              : "h-8 min-w-8 px-2 text-sm [&_svg]:size-4 [&_svg]:shrink-0",
            chosen === value && TONES[tone ?? "plain"],
          )}
        >
          {content}
        </button>
      ))}
    </div>
  );
}
