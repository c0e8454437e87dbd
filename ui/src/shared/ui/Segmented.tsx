/** A few choices side by side, one of them taken: arrow keys move, as in any radio group. */
import { RadioGroup } from "radix-ui";
import { cx } from "./cx";
import { Tooltip } from "./Tooltip";

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  /** What it stands for, where the label alone does not say it. */
  hint?: string | undefined;
  /** Why it cannot be chosen. */
  refused?: string | undefined;
}

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SegmentedOption<Value>[];
  disabled?: boolean;
  className?: string;
}

export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  disabled,
  className,
}: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      disabled={disabled ?? false}
      orientation="horizontal"
      className={cx("inline-flex h-7 shrink-0 items-center gap-0.5 rounded-md bg-surface-hover p-0.5", className)}
    >
      {options.map((option) => {
        const item = (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            title={option.hint}
            disabled={option.refused !== undefined}
            className={cx(
              "h-6 rounded px-2 text-xs font-medium whitespace-nowrap text-ink-muted",
              "transition-colors duration-150 hover:text-ink",
              "data-[disabled]:cursor-not-allowed data-[disabled]:line-through data-[disabled]:hover:text-ink-muted",
              "data-[state=checked]:bg-raised data-[state=checked]:text-ink",
              "data-[state=checked]:shadow-[0_0_0_1px_var(--line-strong)]",
            )}
          >
            {option.label}
          </RadioGroup.Item>
        );
        // A disabled button shows no tooltip, so the reason is on the element around it.
        return option.refused ? (
          <Tooltip key={option.value} text={option.refused}>
            <span className="inline-flex">{item}</span>
          </Tooltip>
        ) : (
          item
        );
      })}
    </RadioGroup.Root>
  );
}
