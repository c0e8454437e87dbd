import { useSyncExternalStore } from "react";
import { exactTime, relativeTime } from "@/shared/format/time";
import { Tooltip } from "./Tooltip";

// One clock for the page: a timer per time stamp would be hundreds of timers on an audit log.
let now = new Date();
const listeners = new Set<() => void>();
window.setInterval(() => {
  now = new Date();
  listeners.forEach((listener) => listener());
}, 30_000);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function RelativeTime({ at }: { at: string }) {
  const clock = useSyncExternalStore(subscribe, () => now);
  const when = new Date(at);
  // Something newer than the clock's last tick happened just now, not in the future.
  const seenFrom = when > clock && when.getTime() - clock.getTime() < 60_000 ? when : clock;
  return (
    <Tooltip text={exactTime(when)}>
      {/* Focusable so that the exact time can be reached without a mouse. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <time dateTime={at} tabIndex={0} className="rounded whitespace-nowrap">
        {relativeTime(when, seenFrom)}
      </time>
    </Tooltip>
  );
}
