import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { GateVerdictBadge, PromotionKindBadge, PromotionStateBadge } from "../PromotionBadges";
import { moveWords } from "../promotionPhrasing";
import type { Promotion } from "../types";

export function PromotionItem({ slug, promotion }: { slug: string; promotion: Promotion }) {
  const { id, prompt, kind, state, verdict, sentence, requested_by: asked, requested_at: at } = promotion;
  return (
    <div className="relative flex gap-3 px-4 py-3 hover:bg-surface">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-base font-medium wrap-anywhere text-ink">
            {/* The whole row leads there; the words are what a screen reader says. */}
            <Link
              to="/projects/$slug/promotions/$promotion"
              params={{ slug, promotion: id }}
              className="rounded after:absolute after:inset-0 hover:text-accent-ink"
            >
              {visibleText(prompt.name)}: {moveWords(promotion)}
            </Link>
          </h2>
          <PromotionStateBadge state={state} />
          <span className="relative inline-flex">
            <PromotionKindBadge kind={kind} />
          </span>
        </div>
        {(verdict || sentence) && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
            {verdict && <GateVerdictBadge verdict={verdict} />}
            {sentence && <span className="line-clamp-2 min-w-0 wrap-anywhere">{visibleText(sentence)}</span>}
          </p>
        )}
        <p className="mt-1 truncate text-xs text-ink-subtle">
          {visibleText(asked.name)} ·{" "}
          <span className="relative">
            <RelativeTime at={at} />
          </span>
        </p>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 self-center text-ink-subtle" />
    </div>
  );
}
