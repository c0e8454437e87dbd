import type { ComponentProps } from "react";
import { cx } from "./cx";

interface CardProps extends ComponentProps<"section"> {
  variant?: "default" | "elevated" | "flat";
}

const VARIANTS = {
  default: "border border-line bg-raised",
  elevated: "bg-raised shadow-float",
  flat: "bg-surface",
};

export function Card({ variant = "default", className, ...rest }: CardProps) {
  return <section className={cx("rounded-lg", VARIANTS[variant], className)} {...rest} />;
}

export function CardHeader({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx("flex flex-col gap-0.5 px-5 pt-4 pb-3", className)} {...rest} />;
}

export function CardTitle({ className, children, ...rest }: ComponentProps<"h2">) {
  return <h2 className={cx("text-base font-semibold text-ink", className)} {...rest}>{children}</h2>;
}

export function CardDescription({ className, ...rest }: ComponentProps<"p">) {
  return <p className={cx("text-sm text-ink-muted", className)} {...rest} />;
}

export function CardContent({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx("px-5 pb-5", className)} {...rest} />;
}

export function CardFooter({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx("flex items-center justify-end gap-2 border-t border-line px-5 py-3", className)} {...rest} />;
}
