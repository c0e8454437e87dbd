import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Project, Prompt } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Ago } from "@/shared/ui/RelativeTime";
import { promptPromotionsQuery } from "./api";
import { PromotionKindBadge, ProtectedMark } from "./PromotionBadges";
import { holderOf, isApprover, rollbackNumber } from "./protection";
import { RollBackDialog } from "./RollBackDialog";
import type { LabelProtection, Promotion } from "./types";

const link = cx("inline-flex min-h-6 items-center rounded text-accent-ink hover:underline");

type PromptFacts = Pick<Prompt, "id" | "name" | "labels">;

/** The protected labels of a prompt: what holds them, how it got there, what waits, and the way back. */
export function ProtectedLabels({ project, prompt }: { project: Project; prompt: PromptFacts }) {
  const { slug } = project;
  const protections = project.settings.protected_labels;
  const enabled = protections.length > 0;
  const approved = useQuery({ ...promptPromotionsQuery(slug, prompt.id, "APPROVED"), enabled }).data ?? [];
  const waiting = useQuery({ ...promptPromotionsQuery(slug, prompt.id, "WAITING"), enabled }).data ?? [];
  const shown = protections.filter(
    ({ label }) => prompt.labels[label] !== undefined || waiting.some((one) => one.label === label),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label="Protected labels" className="mb-4 rounded-lg border border-line bg-raised px-4 py-2 text-sm">
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((protection) => (
          <ProtectedLabel
            key={protection.label}
            project={project}
            prompt={prompt}
            protection={protection}
            approved={approved}
            waiting={waiting.filter((one) => one.label === protection.label)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ProtectedLabelProps {
  project: Project;
  prompt: PromptFacts;
  protection: LabelProtection;
  approved: readonly Promotion[];
  waiting: readonly Promotion[];
}

function ProtectedLabel({ project, prompt, protection, approved, waiting }: ProtectedLabelProps) {
  const { slug } = project;
  const { label } = protection;
  // As they were when the button was pressed: the event of the rollback comes before its answer.
  const [asked, setAsked] = useState<{ from: number; to: number } | null>(null);
  const number = prompt.labels[label];
  const holder = holderOf(approved, label, number);
  const back = rollbackNumber(approved, label, number);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="flex min-w-0 items-center gap-1.5">
        <ProtectedMark />
        <span title={label} className="max-w-48 truncate font-medium text-ink">
          {label}
        </span>
        {number === undefined ? <span className="text-ink-subtle">no version yet</span> : <Badge>v{number}</Badge>}
        {holder && <PromotionKindBadge kind={holder.kind} />}
      </span>
      {holder && (
        <Link to="/projects/$slug/promotions/$promotion" params={{ slug, promotion: holder.id }} className={link}>
          Promoted <Ago at={holder.decided_at ?? holder.requested_at} />
        </Link>
      )}
      {waiting.map((one) => (
        <Link
          key={one.id}
          to="/projects/$slug/promotions/$promotion"
          params={{ slug, promotion: one.id }}
          className={link}
        >
          v{one.number} waits for approval
        </Link>
      ))}
      <span className="ml-auto flex items-center gap-2">
        <Link
          to="/projects/$slug/promotions"
          params={{ slug }}
          search={{ prompt: prompt.id, show: "all" }}
          className={cx(link, "text-xs")}
        >
          All promotions
          <span className="sr-only"> of {visibleText(prompt.name)}</span>
        </Link>
        {back !== null && number !== undefined && isApprover(project, protection) && (
          <Button variant="secondary" size="xs" onClick={() => setAsked({ from: number, to: back })}>
            <Undo2 aria-hidden /> Roll back to v{back}
          </Button>
        )}
      </span>
      {asked && (
        <RollBackDialog project={slug} prompt={prompt} label={label} {...asked} onClose={() => setAsked(null)} />
      )}
    </li>
  );
}
