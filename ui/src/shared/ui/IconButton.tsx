import type { ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "./cx";
import { Tooltip } from "./Tooltip";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Said by screen readers and shown as a tip: an icon alone is a riddle. */
  label: string;
  children: ReactNode;
  tone?: "plain" | "danger";
  tip?: boolean;
}

export function IconButton({ label, children, tone = "plain", tip = true, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      className={cx(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors",
        "duration-150 hover:bg-surface-hover data-[state=open]:bg-surface-hover [&_svg]:size-4",
        tone === "danger" ? "hover:text-error" : "hover:text-ink",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
  return tip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
