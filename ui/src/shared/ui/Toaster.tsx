import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Toaster as Sonner } from "sonner";
import { buttonClass } from "./Button";
import { cx } from "./cx";
import { VISIBLE_TOASTS } from "./toastQueue";

export function Toaster() {
  return (
    <Sonner
      position="top-right"
      visibleToasts={VISIBLE_TOASTS}
      gap={8}
      // Beside the header, so that a message never covers the buttons of the page.
      offset={{ top: 4, right: 12 }}
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
            "font-sans flex w-[calc(100vw-2rem)] sm:w-88 items-start gap-2.5",
            "rounded-lg border-l-2 bg-raised p-3.5 pr-9 text-sm text-ink shadow-float",
          ),
          title: "font-medium",
          description: "mt-0.5 text-ink-muted",
          icon: "mt-0.5",
          content: "min-w-0 flex-1",
          actionButton: buttonClass("secondary", "sm"),
          success: "border-success-mark",
          info: "border-info-mark",
          warning: "border-warning-mark",
          error: "border-error-mark",
          closeButton: cx(
            "absolute top-2.5 right-2 inline-flex size-6 items-center justify-center rounded text-ink-subtle",
            "hover:text-ink [&_svg]:size-3.5",
          ),
        },
      }}
    />
  );
}
