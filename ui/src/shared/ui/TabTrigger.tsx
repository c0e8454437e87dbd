import { Tabs } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cx } from "./cx";

interface TabTriggerProps {
  value: string;
  label: string;
  /** What is inside, in a word or a number, while it is closed. */
  summary?: string | null;
  /** For panels that are narrow. */
  dense?: boolean;
  children?: ReactNode;
}

/**
 * One of several tabs. Radix focuses a tab by program when it is pressed, so that a ring would stay after every click.
 */
export function TabTrigger({ value, label, summary, dense = false, children }: TabTriggerProps) {
  const [pressed, setPressed] = useState(false);
  return (
    <Tabs.Trigger
      value={value}
      onPointerDown={() => setPressed(true)}
      onKeyDown={() => setPressed(false)}
      onBlur={() => setPressed(false)}
      className={cx(
        "relative -mb-px flex shrink-0 items-center gap-1.5",
        "border-b-2 border-transparent font-medium text-ink-muted hover:text-ink",
        "focus-visible:-outline-offset-2 data-[state=active]:border-accent-mark data-[state=active]:text-ink",
        dense ? "h-9 px-2 text-xs @max-[30rem]:px-1.5" : "h-10 px-2.5 text-sm",
        pressed && "outline-none!",
      )}
    >
      {label}
      {summary && (
        <span
          className={cx(
            "rounded bg-surface-hover px-1 text-2xs font-medium text-ink-muted",
            dense && "@max-[30rem]:hidden",
          )}
        >
          {summary}
        </span>
      )}
      {/* No room for words: a dot says that there is something. */}
      {summary && dense && (
        <span aria-hidden className="absolute top-2 right-0 hidden size-1 rounded-full bg-lilac @max-[30rem]:block" />
      )}
      {children}
    </Tabs.Trigger>
  );
}
