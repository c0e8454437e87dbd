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

/** How much room a card gives: dense for facts beside the work, list for rows with an inset of their own. */
type Room = "normal" | "dense" | "list";

const HEADER_ROOM: Record<Room, string> = {
  normal: "px-5 pt-4 pb-3",
  dense: "min-h-11 px-4 pt-2 pb-1",
  list: "px-5 pt-4 pb-2",
};
const CONTENT_ROOM: Record<Room, string> = { normal: "px-5 pb-5", dense: "px-4 pb-3", list: "px-2 pb-2" };

export function CardHeader({ room = "normal", className, ...rest }: ComponentProps<"div"> & { room?: Room }) {
  return <div className={cx("flex flex-col gap-0.5", HEADER_ROOM[room], className)} {...rest} />;
}

export function CardTitle({ className, children, ...rest }: ComponentProps<"h2">) {
  return (
    <h2 className={cx("text-base font-semibold text-ink", className)} {...rest}>
      {children}
    </h2>
  );
}

export function CardDescription({ className, ...rest }: ComponentProps<"p">) {
  return <p className={cx("text-sm text-ink-muted", className)} {...rest} />;
}

export function CardContent({ room = "normal", className, ...rest }: ComponentProps<"div"> & { room?: Room }) {
  return <div className={cx(CONTENT_ROOM[room], className)} {...rest} />;
}

export function CardFooter({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div className={cx("flex items-center justify-end gap-2 border-t border-line px-5 py-3", className)} {...rest} />
  );
}
