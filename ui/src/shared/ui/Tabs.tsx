import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx";

interface TabsProps {
  label: string;
  tabs: readonly { value: string; label: string; content: ReactNode }[];
  initial?: string;
}

export function Tabs({ label, tabs, initial }: TabsProps) {
  return (
    <Radix.Root defaultValue={initial ?? tabs[0]?.value ?? ""}>
      <Radix.List aria-label={label} className="flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              "-mb-px h-9 border-b-2 border-transparent px-3 text-sm font-medium text-ink-muted",
              "hover:text-ink data-[state=active]:border-accent-mark data-[state=active]:text-ink",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
