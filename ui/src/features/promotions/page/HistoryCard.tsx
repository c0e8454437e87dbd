import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import type { Promotion, PromotionState } from "../types";

const DECIDED: Record<PromotionState, string> = {
  WAITING: "",
  APPROVED: "Approved by",
  REJECTED: "Rejected by",
  WITHDRAWN: "Withdrawn by",
};

const AT_ONCE: Partial<Record<Promotion["kind"], string>> = {
  OVERRIDE: "Overridden by",
  ROLLBACK: "Rolled back by",
};

/** Who asked and who decided, when, and what they wrote. */
export function HistoryCard({ promotion }: { promotion: Promotion }) {
  const { requested_by: asked, requested_at, decided_by: by, decided_at, note, reason, state, kind } = promotion;
  const once = AT_ONCE[kind];
  return (
    <Card aria-label="People">
      <CardHeader room="dense">
        <CardTitle>People</CardTitle>
      </CardHeader>
      <CardContent room="dense" className="flex flex-col gap-3 text-sm">
        <Step name={once ?? "Requested by"} who={asked.name} at={requested_at}>
          <Words>{note}</Words>
        </Step>
        {once === undefined && by && decided_at && (
          <Step name={DECIDED[state]} who={by.name} at={decided_at}>
            <Words>{reason}</Words>
            {promotion.author_approved && (
              <p className="text-xs text-warning">This person wrote the version or requested the promotion.</p>
            )}
          </Step>
        )}
      </CardContent>
    </Card>
  );
}

function Step({ name, who, at, children }: { name: string; who: string; at: string; children?: ReactNode }) {
  return (
    <div>
      <p className="text-xs text-ink-subtle">
        {name} · <RelativeTime at={at} />
      </p>
      <p className="wrap-anywhere text-ink">{visibleText(who)}</p>
      {children}
    </div>
  );
}

function Words({ children: text }: { children: string }) {
  if (text === "") return null;
  return (
    <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-wrap text-ink-muted">
      {visibleText(text)}
    </p>
  );
}
