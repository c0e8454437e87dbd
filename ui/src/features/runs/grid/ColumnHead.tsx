import type { ReactNode } from "react";
import type { RunColumn } from "@/api/types";
import { isProvider, PROVIDER_NAMES } from "@/shared/format/providers";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { columnDetail } from "../runPhrasing";

interface ModelNameProps {
  provider: string;
  name: string;
  detail: string;
  badge?: ReactNode;
}

/** "Provider / Model", and what was set. Where there is little room the provider's mark has to do. */
export function ModelName({ provider, name, detail, badge }: ModelNameProps) {
  return (
    <span className="@container flex min-w-0 flex-1 items-center gap-2">
      {isProvider(provider) && <ProviderMark provider={provider} size="sm" />}
      <span className="min-w-0 flex-1 leading-4">
        <span title={name} className="block truncate text-sm text-ink">
          {isProvider(provider) && (
            <span className="sr-only text-ink-subtle @min-[16rem]:not-sr-only @min-[16rem]:whitespace-nowrap">
              {PROVIDER_NAMES[provider]} /{" "}
            </span>
          )}
          {name}
        </span>
        {(badge || detail) && (
          <span title={detail} className="flex min-w-0 items-center gap-1 text-2xs font-normal text-ink-subtle">
            {badge}
            <span className="truncate">{detail}</span>
          </span>
        )}
      </span>
    </span>
  );
}

export function ColumnHead({ column, all }: { column: RunColumn; all: readonly RunColumn[] }) {
  return <ModelName provider={column.provider} name={column.model_name} detail={columnDetail(column, all)} />;
}
