import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

type NoticeTone = "info" | "success" | "warning" | "error";

const LOOKS: Record<NoticeTone, { box: string; Icon: typeof Info }> = {
  info: { box: "bg-info-soft text-info", Icon: Info },
  success: { box: "bg-success-soft text-success", Icon: CircleCheck },
  warning: { box: "bg-warning-soft text-warning", Icon: TriangleAlert },
  error: { box: "bg-error-soft text-error", Icon: CircleAlert },
};

interface NoticeProps {
  tone: NoticeTone;
  children: ReactNode;
  /** Read out at once, for what just happened. */
  alert?: boolean;
  className?: string;
}

export function Notice({ tone, children, alert, className }: NoticeProps) {
  const { box, Icon } = LOOKS[tone];
  return (
    <div
      role={alert ? "alert" : undefined}
      className={cx("flex items-start gap-2 rounded-md px-3 py-2.5 text-sm", box, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
