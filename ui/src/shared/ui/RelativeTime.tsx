import { dueTime, exactTime, relativeTime } from "@/shared/format/formatTime";
import { useClock } from "./useClock";
import { Tooltip } from "./Tooltip";

interface RelativeTimeProps {
  at: string;
  /** Something that is still to come. */
  due?: boolean;
}

export function RelativeTime({ at, due = false }: RelativeTimeProps) {
  return (
    <Tooltip text={exactTime(new Date(at))}>
      {/* Focusable so that the exact time can be reached without a mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <time dateTime={at} tabIndex={0} className="rounded whitespace-nowrap">
        {due ? <Due at={at} /> : <Ago at={at} />}
      </time>
    </Tooltip>
  );
}

function Due({ at }: { at: string }) {
  return dueTime(new Date(at), useClock());
}

/** The words alone, for a line that is a link as a whole. */
export function Ago({ at }: { at: string }) {
  const clock = useClock();
  const when = new Date(at);
  // What is newer than the clock's last tick happened just now, not in the future.
  const seenFrom = when > clock && when.getTime() - clock.getTime() < 60_000 ? when : clock;
  return relativeTime(when, seenFrom);
}
