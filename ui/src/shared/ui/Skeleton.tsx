import type { ReactNode } from "react";
import { cx } from "./cx";

export function TextSkeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("skeleton block h-4", className)} />;
}

/** Says that something is loading, around placeholders of the size of what will come. */
export function Waiting({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-live="polite" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

export function CardSkeletons({ count = 6, label = "Loading" }: { count?: number; label?: string }) {
  return (
    <Waiting label={label} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex h-36 flex-col gap-3 rounded-lg border border-line p-4">
          <TextSkeleton className="w-1/2" />
          <TextSkeleton className="w-full" />
          <TextSkeleton className="mt-auto w-2/3" />
        </div>
      ))}
    </Waiting>
  );
}

export function RowSkeletons({ count = 5, label = "Loading" }: { count?: number; label?: string }) {
  return (
    <Waiting label={label} className="divide-y divide-line rounded-lg border border-line">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex h-12 items-center gap-4 px-4">
          <TextSkeleton className="w-1/3" />
          <TextSkeleton className="w-1/4" />
          <TextSkeleton className="ml-auto w-16" />
        </div>
      ))}
    </Waiting>
  );
}

export function BlockSkeleton({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <Waiting label={label} className="flex flex-col gap-3">
      {Array.from({ length: lines }, (_, index) => (
        <TextSkeleton key={index} className={index % 3 === 2 ? "w-2/3" : "w-full"} />
      ))}
    </Waiting>
  );
}
