import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";

interface ReportCardProps<Report> {
  label: string;
  found: UseQueryResult<Report>;
  className?: string;
  children: (report: Report) => ReactNode;
}

/** One report on its card. Older numbers stay, dimmed, while those of other days are read. */
export function ReportCard<Report>({ label, found, className, children }: ReportCardProps<Report>) {
  return (
    <Card aria-label={label} className={cx("min-w-0 px-5 py-4 print:break-inside-avoid", className)}>
      {found.isPending && <BlockSkeleton lines={8} label={`Loading: ${label}`} />}
      {found.isError && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && (
        <div
          aria-busy={found.isPlaceholderData || undefined}
          className={cx("transition-opacity duration-150", found.isPlaceholderData && "opacity-60")}
        >
          {children(found.data)}
        </div>
      )}
    </Card>
  );
}
