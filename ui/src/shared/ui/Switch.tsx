import { Switch as Radix } from "radix-ui";
import { cx } from "./cx";
import { useFieldWiring } from "./Field";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  disabled?: boolean;
}

export function Switch({ checked, onChange, label, disabled }: SwitchProps) {
  const { "aria-required": _, "aria-invalid": __, ...wiring } = useFieldWiring();
  return (
    <Radix.Root
      {...wiring}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className={cx(
        "relative h-6 w-10 shrink-0 rounded-full border border-control bg-surface-hover",
        "transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60",
        "data-[state=checked]:border-accent data-[state=checked]:bg-accent",
      )}
    >
      <Radix.Thumb
        className={cx(
          "block size-4 translate-x-0.5 rounded-full bg-control transition-transform duration-150",
          "data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-on-accent",
        )}
      />
    </Radix.Root>
  );
}
