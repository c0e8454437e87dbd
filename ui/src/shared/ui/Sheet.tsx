/** A panel from the right over the page: to read or change one thing without leaving the list it stands in. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "./cx";
import { IconButton } from "./IconButton";
import { useFocusReturn } from "./useFocusReturn";

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Beside the title, such as badges. */
  badges?: ReactNode;
  /** At the right, before the button that closes. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** Off while something typed would be lost. */
  closeOnOutside?: boolean;
  /** On where the arrow keys move on: no field takes them at first. */
  focusPanel?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

export function Sheet({
  open,
  onOpenChange,
  title,
  badges,
  actions,
  footer,
  closeOnOutside = true,
  focusPanel = false,
  onKeyDown,
  children,
}: SheetProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-veil" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            focusFirst(event, focusPanel ? null : FIELDS);
          }}
          onKeyDown={onKeyDown}
          tabIndex={-1}
          onCloseAutoFocus={onCloseAutoFocus}
          // A field with something to close of its own, such as a list of suggestions.
          onEscapeKeyDown={(event) => keepsEscape(event.target) && event.preventDefault()}
          onInteractOutside={(event) => !closeOnOutside && event.preventDefault()}
          aria-describedby={undefined}
          className={cx(
            "fixed inset-y-0 right-0 z-40 flex w-full max-w-2xl animate-sheet-in flex-col bg-raised shadow-float",
            "focus:outline-none",
          )}
        >
          <div className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5">
            <Radix.Title className="truncate text-base font-semibold text-ink">{title}</Radix.Title>
            {badges}
            <div className="ml-auto flex shrink-0 items-center gap-1">
              {actions}
              <Radix.Close asChild>
                <IconButton label="Close" tip={false}>
                  <X aria-hidden />
                </IconButton>
              </Radix.Close>
            </div>
          </div>
          <div data-sheet-body className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 py-4">
            {children}
          </div>
          {footer && (
            <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function keepsEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-keeps-escape]") !== null;
}

const FIELDS = "[data-sheet-body] :is(input, textarea)";

/** What is to be filled in, or else the panel itself: a button that acts on the first space is no place to begin. */
function focusFirst(event: Event, fields: string | null): void {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  const field = fields && panel.querySelector(fields);
  (field instanceof HTMLElement ? field : panel).focus();
}
