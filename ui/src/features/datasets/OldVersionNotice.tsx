import { Link } from "@tanstack/react-router";
import type { Dataset } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";

interface OldVersionNoticeProps {
  project: string;
  dataset: Dataset;
  version: number;
}

export function OldVersionNotice({ project, dataset, version }: OldVersionNoticeProps) {
  const params = { slug: project, dataset: dataset.id };
  const to = "/projects/$slug/datasets/$dataset";
  return (
    <Notice tone="info" className="mb-3 items-center">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          <span className="font-medium">You are looking at version {version}.</span> Old versions cannot be changed; the
          newest is version {dataset.version}.
        </p>
        <div className="flex gap-2">
          <Button asChild variant="secondary" size="xs">
            <Link to={to} params={params} search={{ view: "versions", from: version, to: dataset.version }}>
              Compare with the newest
            </Link>
          </Button>
          <Button asChild variant="secondary" size="xs">
            <Link to={to} params={params} search={{}}>
              Back to the newest
            </Link>
          </Button>
        </div>
      </div>
    </Notice>
  );
}
