import { Check, Minus } from "lucide-react";
import { Checkbox } from "radix-ui";
import { cx } from "@/shared/ui/cx";

interface SelectBoxProps {
  label: string;
  checked: boolean | "indeterminate";
  /** With shift held, all rows from the last one touched to this one. */
  onToggle: (range: boolean) => void;
}

/** A box without words beside it, for the rows of a table. */
export function SelectBox({ label, checked, onToggle }: SelectBoxProps) {
  return (
    <Checkbox.Root
      aria-label={label}
      checked={checked}
      onClick={(event) => onToggle(event.shiftKey)}
      className={cx(
        "relative flex size-4 shrink-0 items-center justify-center",
        "rounded border border-control bg-raised text-on-accent",
        "before:absolute before:-inset-2 data-[state=checked]:border-accent data-[state=checked]:bg-accent",
        "data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
      )}
    >
      <Checkbox.Indicator>
        {checked === "indeterminate" ? (
          <Minus aria-hidden className="size-3" strokeWidth={3} />
        ) : (
          <Check aria-hidden className="size-3" strokeWidth={3} />
        )}
      </Checkbox.Indicator>
    </Checkbox.Root>
  );
}
