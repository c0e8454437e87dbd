import { useQuery } from "@tanstack/react-query";
import { Combine, Sparkles } from "lucide-react";
import { useState } from "react";
import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Sheet } from "@/shared/ui/Sheet";
import { Verbatim } from "@/shared/ui/Verbatim";
import { originsQuery } from "./api";
import { originFacts, originTitle } from "./originText";
import type { Origin } from "./types";

/** Where the newest cases came from, if a model wrote them or another dataset gave them; nothing otherwise. */
export function OriginLine({ project, dataset }: { project: string; dataset: Dataset }) {
  const [open, setOpen] = useState(false);
  const origins = useQuery(originsQuery(project, dataset.id)).data?.items ?? [];
  const [newest] = origins;
  if (!newest) return null;
  return (
    <div className="-mt-3 mb-4 flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
      <span className="min-w-0 wrap-anywhere">
        <Icon kind={newest.kind} /> {visibleText([originTitle(newest), ...originFacts(newest)].join(" · "))}
      </span>
      <span className="text-ink-subtle">
        {newest.by} · <RelativeTime at={newest.at} />
      </span>
      <button type="button" onClick={() => setOpen(true)} className="min-h-6 rounded text-accent-ink hover:underline">
        {origins.length > 1 ? `All ${countOf(origins.length, "origin")}` : "Details"}
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="Where cases came from">
        <ol className="flex flex-col gap-5">
          {origins.map((origin) => (
            <OriginEntry key={origin.id} origin={origin} />
          ))}
        </ol>
      </Sheet>
    </div>
  );
}

function Icon({ kind }: { kind: Origin["kind"] }) {
  return kind === "generated" ? (
    <Sparkles aria-hidden className="mr-1 inline size-3.5 shrink-0 align-[-2px] text-lilac" />
  ) : (
    <Combine aria-hidden className="mr-1 inline size-3.5 shrink-0 align-[-2px] text-ink-subtle" />
  );
}

function OriginEntry({ origin }: { origin: Origin }) {
  return (
    <li className="text-sm">
      <p className="flex items-center gap-1 font-medium text-ink">
        <Icon kind={origin.kind} /> <span className="min-w-0 wrap-anywhere">{visibleText(originTitle(origin))}</span>
        <span className="ml-auto font-mono text-xs text-ink-subtle">v{origin.version}</span>
      </p>
      <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">{visibleText(originFacts(origin).join(" · "))}</p>
      <p className="mt-0.5 text-xs text-ink-subtle">
        {origin.by} · <RelativeTime at={origin.at} />
      </p>
      {origin.instructions && (
        <Verbatim label={`Instructions of version ${origin.version}`} className="mt-2 max-h-60 text-xs">
          {origin.instructions}
        </Verbatim>
      )}
    </li>
  );
}
