import type { ReactNode, SyntheticEvent } from "react";

const keep = (event: SyntheticEvent) => event.stopPropagation();

/** A dialog within a form is not part of it: React would send its submits and keys to the form around it. */
export function IsolatedForm({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only stops what would bubble
    <div className="contents" onSubmit={keep} onKeyDown={keep}>
      {children}
    </div>
  );
}
