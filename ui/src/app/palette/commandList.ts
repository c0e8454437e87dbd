/** The look shared by the command palette and the project switcher, and how both keep something selected. */
import { useState } from "react";
import { cx } from "@/shared/ui/cx";

export const commandInput =
  "h-11 w-full border-b border-line bg-transparent px-3.5 text-base text-ink focus-visible:outline-none";

export const commandItem = cx(
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 py-1 text-sm text-ink select-none",
  "data-[selected=true]:bg-surface-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-subtle",
);

export const commandGroup = cx(
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs",
  "[&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-subtle",
);

/** Results arrive late and replace each other; whatever is first is selected until the person moves. */
export function useSelectedItem(values: readonly string[]) {
  const [wanted, setWanted] = useState("");
  return { value: values.includes(wanted) ? wanted : (values[0] ?? ""), onValueChange: setWanted };
}
