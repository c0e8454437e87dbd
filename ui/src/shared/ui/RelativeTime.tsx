import { exactTime, relativeTime } from "@/shared/format/time";
import { seenFrom, useClock } from "./clock";
import { Tooltip } from "./Tooltip";

export function RelativeTime({ at }: { at: string }) {
  const clock = useClock();
  const when = new Date(at);
  return (
    <Tooltip text={exactTime(when)}>
      {/* Focusable so that the exact time can be reached without a mouse. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <time dateTime={at} tabIndex={0} className="rounded whitespace-nowrap">
        {relativeTime(when, seenFrom(when, clock))}
      </time>
    </Tooltip>
  );
}
