import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { CSSProperties } from "react";
import { Toaster as Sonner } from "sonner";
import { buttonClass } from "./Button";
import { cx } from "./cx";
import { VISIBLE_TOASTS } from "./toastQueue";

export function Toaster() {
  return (
    <Sonner
      position="top-right"
      visibleToasts={VISIBLE_TOASTS}
      // Wide and at most three lines high: the stack ends where the page begins, and covers none of its buttons.
      style={{ "--width": "36rem" } as CSSProperties}
      gap={2}
      offset={{ top: 2, right: 12 }}
      mobileOffset={{ top: 4, right: 16 }}
      closeButton
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-success-mark" />,
        info: <Info aria-hidden className="size-4 text-info-mark" />,
        warning: <TriangleAlert aria-hidden className="size-4 text-warning-mark" />,
        error: <CircleAlert aria-hidden className="size-4 text-error-mark" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: cx(
            "font-sans flex w-[calc(100vw-2rem)] sm:w-(--width) items-start gap-2.5",
            "rounded-lg border-l-2 bg-raised py-1.5 pr-9 pl-3 text-sm leading-4.5 text-ink shadow-float",
          ),
          title: "font-medium sm:inline",
          description: "text-ink-muted sm:ml-1.5 sm:inline",
          icon: "mt-px",
          content: "line-clamp-3 min-w-0 flex-1",
          actionButton: buttonClass("secondary", "sm"),
          success: "border-success-mark",
          info: "border-info-mark",
          warning: "border-warning-mark",
          error: "border-error-mark",
          closeButton: cx(
            "absolute top-1 right-2 inline-flex size-6 items-center justify-center rounded text-ink-subtle",
            "hover:text-ink [&_svg]:size-3.5",
          ),
        },
      }}
    />
  );
}
