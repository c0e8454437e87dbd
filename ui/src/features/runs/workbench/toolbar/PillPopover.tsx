import { ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";

export const pillClass = cx(
  "inline-flex h-8 max-w-56 items-center gap-1.5 rounded-full",
  "border border-transparent bg-lilac-soft px-3 text-sm font-medium text-lilac",
  "transition-colors duration-150",
  "hover:border-lilac/40 data-[state=open]:border-lilac/60 [&_svg]:size-4 [&_svg]:shrink-0",
);

interface PillPopoverProps {
  /** Said by screen readers and shown as a tip: what is chosen is only the value. */
  label: string;
  icon: ReactNode;
  /** What is chosen; on narrow panels the icon alone is left. */
  text: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  width?: string;
  children: ReactNode;
}

/** One of the choices above the grid: a pill that opens what can be chosen. */
export function PillPopover({ label, icon, text, open, onOpenChange, width = "w-80", children }: PillPopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Tooltip text={label}>
        <Popover.Trigger aria-label={`${label}: ${text}`} className={cx(pillClass, "min-w-10 shrink")}>
          {icon}
          <span className="hidden truncate @3xl:inline">{text}</span>
          <ChevronDown aria-hidden className="-mr-1 hidden size-3.5! opacity-70 @3xl:block" />
        </Popover.Trigger>
      </Tooltip>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          data-run-keys
          className={cx(
            "z-30 max-w-[calc(100vw-1rem)] animate-pop-in overflow-hidden rounded-lg bg-raised shadow-float",
            "focus:outline-none",
            width,
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
