import { Link } from "@tanstack/react-router";
import { ChevronRight, CircleCheck, CircleDot, CircleX, ShieldAlert } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { SuggestionCard, SuggestionState } from "./types";
import { STATE_TONES, STATE_WORDS } from "./reviewPhrasing";

const ICONS: Record<SuggestionState, { Icon: typeof CircleDot; look: string }> = {
  pending: { Icon: CircleDot, look: "text-info-mark" },
  applied: { Icon: CircleCheck, look: "text-success-mark" },
  rejected: { Icon: CircleX, look: "text-ink-subtle" },
  blocked: { Icon: ShieldAlert, look: "text-warning-mark" },
  superseded: { Icon: CircleX, look: "text-ink-subtle" },
};

export function SuggestionItem({ slug, card }: { slug: string; card: SuggestionCard }) {
  const { Icon, look } = ICONS[card.state];
  const percent = (card.changed.characters * 100).toLocaleString("en", { maximumFractionDigits: 1 });
  return (
    <div className="relative flex gap-3 px-4 py-3 hover:bg-surface">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 truncate text-base font-medium text-ink">
            {/* The whole row leads there; the words are what a screen reader says. */}
            <Link
              to="/projects/$slug/reviews/$suggestion"
              params={{ slug, suggestion: card.id }}
              className="rounded after:absolute after:inset-0 hover:text-accent-ink"
            >
              {visibleText(card.experiment.name)} · iteration {card.iteration.number}
            </Link>
          </h2>
          {card.state !== "pending" && <Badge tone={STATE_TONES[card.state]}>{STATE_WORDS[card.state]}</Badge>}
          {card.automatic && <Badge tone="lilac">Automatic</Badge>}
        </div>
        <p dir="auto" className="mt-0.5 line-clamp-2 max-w-3xl text-sm wrap-anywhere text-ink-muted">
          {visibleText(card.note)}
        </p>
        <p className="mt-1 text-xs text-ink-subtle tabular-nums">
          {percent} % of the characters ·{" "}
          <span className="relative">
            <RelativeTime at={card.created_at} />
          </span>
        </p>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 self-center text-ink-subtle" />
    </div>
  );
}
