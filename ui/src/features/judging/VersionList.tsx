import { RelativeTime } from "@/shared/ui/RelativeTime";
import { cx } from "@/shared/ui/cx";
import type { VersionNote } from "@/api/types";

interface VersionListProps {
  versions: readonly VersionNote[];
  shown: number;
  onShow: (number: number) => void;
}

/** Versions never change; the one on the screen is marked. */
export function VersionList({ versions, shown, onShow }: VersionListProps) {
  const sorted = [...versions].sort((one, other) => other.number - one.number);
  const newest = sorted[0]?.number;
  return (
    <ol aria-label="Versions" className="flex flex-col">
      {sorted.map(({ number, created_by: by, created_at: at }, place) => {
        const here = number === shown;
        return (
          <li key={number} className="relative flex gap-3 pl-1">
            {place < sorted.length - 1 && (
              <span aria-hidden className="absolute top-5 bottom-[-0.6rem] left-[8.5px] w-px bg-line-strong" />
            )}
            <span
              aria-hidden
              className={cx(
                "z-10 mt-2.5 size-2.5 shrink-0 rounded-full border-2",
                here ? "border-accent bg-accent" : "border-control bg-raised",
              )}
            />
            <div className={cx("min-w-0 flex-1 rounded-md px-2 py-1.5", here && "bg-surface-hover")}>
              <button
                type="button"
                aria-pressed={here}
                onClick={() => onShow(number)}
                className={cx(
                  "inline-flex min-h-6 items-center gap-1.5 rounded text-sm font-medium text-ink",
                  "hover:text-accent-ink hover:underline",
                )}
              >
                Version {number}
              </button>
              {number === newest && <span className="ml-1.5 text-2xs text-ink-subtle">latest</span>}
              <p className="text-xs wrap-anywhere text-ink-subtle">
                {by} · <RelativeTime at={at} />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
