import { cx } from "@/shared/ui/cx";

interface ProgressBarProps {
  label: string;
  total: number;
  answered: number;
  malformed: number;
  failed: number;
  className?: string;
}

/** Answered, malformed and failed cells as parts of one bar; the numbers stand beside it or in its name. */
export function ProgressBar({ label, total, answered, malformed, failed, className }: ProgressBarProps) {
  const share = (count: number) => `${total > 0 ? (count / total) * 100 : 0}%`;
  const done = answered + malformed + failed;
  const words = [
    `${done.toLocaleString("en")} of ${total.toLocaleString("en")} done`,
    malformed > 0 && `${malformed.toLocaleString("en")} malformed`,
    failed > 0 && `${failed.toLocaleString("en")} failed`,
  ];
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={words.filter(Boolean).join(", ")}
      className={cx("flex h-1.5 w-full overflow-hidden rounded-full bg-surface-hover", className)}
    >
      <span className="bg-accent-mark transition-[width] duration-300" style={{ width: share(answered) }} />
      <span className="bg-warning-mark transition-[width] duration-300" style={{ width: share(malformed) }} />
      <span className="bg-error-mark transition-[width] duration-300" style={{ width: share(failed) }} />
    </div>
  );
}
