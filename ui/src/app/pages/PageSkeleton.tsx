import { BlockSkeleton } from "@/shared/ui/Skeleton";

export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6">
      <BlockSkeleton lines={6} label="Loading page" />
    </div>
  );
}
