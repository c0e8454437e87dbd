import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { cx } from "./cx";
import { IconButton } from "./IconButton";
import { useFocusReturn } from "./useFocusReturn";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  width?: "sm" | "md" | "lg" | "xl" | "full";
  /** Off for dialogs that hold something which is shown only once. */
  closeOnOutside?: boolean;
  /** As `closeOnOutside`, unless it is said otherwise. */
  closeOnEscape?: boolean;
  /** Takes the focus when it closes; otherwise what opened it does. */
  returnFocusTo?: RefObject<HTMLElement | null>;
}

const WIDTHS = { sm: "max-w-md", md: "max-w-lg", lg: "max-w-2xl", xl: "max-w-5xl", full: "max-w-[112rem]" };

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, width = "md", closeOnOutside = true } = props;
  const { closeOnEscape = closeOnOutside, returnFocusTo } = props;
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-veil" />
        <Radix.Content
          onCloseAutoFocus={(event) => {
            focusReturn.onCloseAutoFocus(event);
            returnFocusTo?.current?.focus();
          }}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            focusBody(event);
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          onInteractOutside={(event) => !closeOnOutside && event.preventDefault()}
          onEscapeKeyDown={(event) => !closeOnEscape && event.preventDefault()}
          className={cx(
            "fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)]",
            "-translate-x-1/2 -translate-y-1/2",
            "animate-fade-in flex-col overflow-hidden rounded-xl bg-raised shadow-float focus:outline-none",
            WIDTHS[width],
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4">
            <div className="min-w-0 pt-1">
              <Radix.Title className="text-lg font-semibold text-ink">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-sm text-ink-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" tip={false} className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          <div data-dialog-body className="flex min-h-0 flex-col overflow-y-auto px-5 pt-4 pb-5">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What the dialog marks with data-focus-first, else the first thing to fill in, not the button that closes: the first space a person types would press it. */
function focusBody(event: Event): void {
  const body = event.currentTarget instanceof Element ? event.currentTarget.querySelector("[data-dialog-body]") : null;
  const first =
    body?.querySelector("[data-focus-first] :is(input, textarea, button)") ??
    body?.querySelector("input, textarea") ??
    body?.querySelector("button, a[href], [tabindex]");
  if (!(first instanceof HTMLElement)) return;
  event.preventDefault();
  first.focus();
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap items-center justify-end gap-2">{children}</div>;
}
