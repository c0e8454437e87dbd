import { Tabs } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cx } from "./cx";

interface TabTriggerProps {
  value: string;
  label: string;
  /** What is inside, in a word or a number, while it is closed. */
  summary?: string | null;
  children?: ReactNode;
}

/** One of several tabs. Radix focuses a tab by program when it is pressed, so that a ring would stay after every click. */
export function TabTrigger({ value, label, summary, children }: TabTriggerProps) {
  const [pressed, setPressed] = useState(false);
  return (
    <Tabs.Trigger
      value={value}
      onPointerDown={() => setPressed(true)}
      onKeyDown={() => setPressed(false)}
      onBlur={() => setPressed(false)}
      className={cx(
        "-mb-px flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-sm font-medium text-ink-muted hover:text-ink",
        "focus-visible:-outline-offset-2 data-[state=active]:border-accent-mark data-[state=active]:text-ink",
        pressed && "outline-none!",
      )}
    >
      {label}
      {summary && <span className="rounded bg-surface-hover px-1 text-2xs font-medium text-ink-muted">{summary}</span>}
      {children}
    </Tabs.Trigger>
  );
}
