import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { cx } from "./cx";
import { useFieldWiring } from "./Field";
import { controlClass } from "./Input";

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  hint?: string;
}

interface SelectProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Needed when the select stands outside a Field. */
  label?: string;
  disabled?: boolean;
  size?: "xs" | "sm" | "md";
  className?: string;
}

const SIZES = { xs: "h-7 px-2 text-xs", sm: "h-8 px-2.5 text-sm", md: "h-9 px-3" };

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, label, disabled, size = "md", className } = props;
  const wiring = useFieldWiring();
  return (
    <div className={className}>
      <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)} disabled={disabled ?? false}>
        <Radix.Trigger
          {...wiring}
          aria-label={label}
          className={cx(controlClass, "flex items-center justify-between gap-2 text-left", SIZES[size])}
        >
          <span className="truncate">
            <Radix.Value />
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-subtle" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            className={cx(
              "z-50 max-h-80 min-w-(--radix-select-trigger-width) animate-pop-in",
              "overflow-auto rounded-lg bg-raised p-1 shadow-float",
            )}
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value}
                  className={cx(
                    "relative flex min-h-8 cursor-default flex-col justify-center rounded-md py-1 pr-3 pl-8",
                    "text-sm text-ink outline-none select-none data-[highlighted]:bg-surface-hover",
                  )}
                >
                  <Radix.ItemIndicator className="absolute top-2 left-2">
                    <Check aria-hidden className="size-4 text-accent-ink" />
                  </Radix.ItemIndicator>
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.hint && <span className="text-xs text-ink-muted">{option.hint}</span>}
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </div>
  );
}
