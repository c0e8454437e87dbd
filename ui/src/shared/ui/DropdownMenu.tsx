import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx";

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
}

export function DropdownMenu({ trigger, children, align = "end", side = "bottom" }: MenuProps) {
  return (
    // Not modal: a modal menu hides the page from screen readers while its controls still take focus.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-44 animate-pop-in rounded-lg bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass = cx(
  "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm outline-none select-none",
  "data-[highlighted]:bg-surface-hover [&_svg]:size-4 [&_svg]:shrink-0",
);

interface ItemProps {
  onSelect?: () => void;
  icon?: ReactNode;
  danger?: boolean;
  asChild?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, icon, danger, asChild, children }: ItemProps) {
  return (
    <Radix.Item
      asChild={asChild}
      onSelect={onSelect}
      className={cx(itemClass, danger ? "text-error" : "text-ink [&_svg]:text-ink-subtle")}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Radix.Item>
  );
}

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

export function MenuRadioGroup<Value extends string>({ label, value, onChange, options }: RadioGroupProps<Value>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as Value)}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={cx(itemClass, "relative pl-8 text-ink")}>
          <Radix.ItemIndicator className="absolute left-2">
            <Check aria-hidden className="text-accent-ink" />
          </Radix.ItemIndicator>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5 text-xs font-medium text-ink-subtle">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
