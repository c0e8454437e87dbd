import { RadioGroup } from "radix-ui";
import type { PassportSizeChoice } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { detectableWords, type PassportSize, SIZE_NAMES, sizeWords } from "./examNames";

interface SizeChoiceProps {
  choices: readonly PassportSizeChoice[];
  what: "answer" | "pair";
  value: PassportSize;
  onChange: (size: PassportSize) => void;
}

/** How large a passport to buy: what it costs, and how large a fault it finds. */
export function SizeChoice({ choices, what, value, onChange }: SizeChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label="Passport size"
      value={value}
      onValueChange={(next) => onChange(next as PassportSize)}
      className="flex flex-col gap-2"
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.size}
          value={choice.size}
          className={cx(
            "rounded-md border border-line px-3 py-2 text-left hover:bg-surface-hover",
            "data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft",
          )}
        >
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
            <span className="font-medium text-ink">{SIZE_NAMES[choice.size]}</span>
            <span className="whitespace-nowrap text-ink-muted">{sizeWords(choice, what)}</span>
          </span>
          <Detectable finds={choice.finds} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

/** The faults that so many trials find in nine of ten passports. */
export function Detectable({ finds }: { finds: PassportSizeChoice["finds"] }) {
  const words = finds.map(detectableWords).filter((word) => word !== null);
  return (
    <span className="mt-0.5 block text-xs text-ink-muted">
      {words.length === 0
        ? "Too few answers to find a fault of any size reliably."
        : `Finds with 90% probability: ${words.join("; ")}.`}
    </span>
  );
}
