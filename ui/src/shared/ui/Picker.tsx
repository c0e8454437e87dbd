/** Choose one of many by typing a part of its name: what a select cannot do once there are hundreds. */
import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cx } from "./cx";
import { useFieldWiring } from "./Field";
import { controlClass } from "./Input";

interface PickerOption {
  value: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  /** Options of one group follow each other under its name. */
  group?: string;
}

interface PickerProps {
  /** Needed when the picker stands outside a Field. */
  label?: string;
  value: string | null;
  /** What the button says: the chosen one may not be among the options of this moment. */
  shown: ReactNode;
  placeholder: string;
  options: readonly PickerOption[];
  onChoose: (option: PickerOption) => void;
  /** What is typed, for lists that the server searches. */
  onSearch: (typed: string) => void;
  /** What to do when there is nothing to choose. */
  empty?: ReactNode;
  /** A quiet button instead of a field, for adding one more. */
  asButton?: boolean;
  className?: string;
}

export function Picker({
  label,
  value,
  shown,
  placeholder,
  options,
  onChoose,
  onSearch,
  empty,
  asButton = false,
  className,
}: PickerProps) {
  const [open, setOpen] = useState(false);
  const wiring = useFieldWiring();
  const close = () => {
    setOpen(false);
    onSearch("");
  };
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <Popover.Trigger
        {...wiring}
        // What is chosen is the value of the control, not its name.
        role={asButton ? undefined : "combobox"}
        aria-label={asButton ? undefined : label}
        className={cx(
          asButton
            ? cx(
                "inline-flex h-8 items-center gap-1.5 rounded-md border border-dashed border-control px-3",
                "text-sm font-medium text-ink-muted hover:border-ink-muted hover:text-ink [&_svg]:size-4",
              )
            : cx(controlClass, "flex h-9 min-w-0 items-center justify-between gap-2 px-3 text-left"),
          className,
        )}
      >
        <span className={cx("flex min-w-0 items-center gap-2", !asButton && !value && "text-ink-subtle")}>
          {value || asButton ? shown : placeholder}
        </span>
        {!asButton && <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-subtle" />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={placeholder}
          className={cx(
            "z-50 w-(--radix-popover-trigger-width) max-w-[calc(100vw-1rem)] min-w-72",
            "animate-pop-in overflow-hidden rounded-lg bg-raised shadow-float focus:outline-none",
          )}
        >
          <PickerList
            value={value}
            placeholder={placeholder}
            options={options}
            onSearch={onSearch}
            empty={empty}
            onChoose={(option) => {
              onChoose(option);
              close();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The list alone, for callers with a button and a popover of their own. */
export function PickerList({
  value,
  placeholder,
  options,
  onChoose,
  onSearch,
  empty,
}: Pick<PickerProps, "value" | "placeholder" | "options" | "onChoose" | "onSearch" | "empty">) {
  const [typed, setTyped] = useState("");
  const type = (text: string) => {
    setTyped(text);
    onSearch(text.trim());
  };
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = options.filter((option) =>
    words.every((word) => `${option.label} ${option.hint ?? ""}`.toLowerCase().includes(word)),
  );
  return (
    <Command label={placeholder} shouldFilter={false}>
      <Command.Input
        value={typed}
        onValueChange={type}
        placeholder={placeholder}
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm text-ink focus-visible:outline-none"
      />
      <Command.List label={placeholder} className="max-h-72 overflow-y-auto p-1">
        {fitting.length === 0 && (
          <div role="status" className="px-2 py-4 text-center text-sm text-ink-muted">
            {typed ? "No results found" : (empty ?? "Nothing to choose from yet")}
          </div>
        )}
        {grouped(fitting).map(({ group, items }) =>
          group ? (
            <Command.Group key={group} heading={group} className={GROUP_HEADING}>
              {items.map((option) => (
                <PickerItem key={option.value} option={option} chosen={option.value === value} onChoose={onChoose} />
              ))}
            </Command.Group>
          ) : (
            items.map((option) => (
              <PickerItem key={option.value} option={option} chosen={option.value === value} onChoose={onChoose} />
            ))
          ),
        )}
      </Command.List>
    </Command>
  );
}

const GROUP_HEADING = cx(
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1",
  "[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-subtle",
);

function grouped(options: readonly PickerOption[]): { group: string | undefined; items: PickerOption[] }[] {
  const groups: { group: string | undefined; items: PickerOption[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.items.push(option);
    else groups.push({ group: option.group, items: [option] });
  }
  return groups;
}

interface PickerItemProps {
  option: PickerOption;
  chosen: boolean;
  onChoose: (option: PickerOption) => void;
}

function PickerItem({ option, chosen, onChoose }: PickerItemProps) {
  return (
    <Command.Item
      value={option.value}
      onSelect={() => onChoose(option)}
      className={cx(
        "flex min-h-9 cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm text-ink select-none",
        "data-[selected=true]:bg-surface-hover",
      )}
    >
      {option.icon}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{option.label}</span>
        {option.hint && <span className="truncate text-xs text-ink-muted">{option.hint}</span>}
      </span>
      {chosen && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
    </Command.Item>
  );
}
