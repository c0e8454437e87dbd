import { Link } from "@tanstack/react-router";
import { TextQuote } from "lucide-react";
import type { Project } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";
import { EvidenceSummary } from "../EvidenceSummary";
import { NextEvidence } from "../NextEvidence";
import { PromotionKindBadge, PromotionStateBadge } from "../PromotionBadges";
import { isMissing, moveWords, requirementSummary } from "../promotionPhrasing";
import { protectionOf } from "../protection";
import { RequirementList } from "../RequirementList";
import type { Promotion } from "../types";
import { CertificateCard } from "./CertificateCard";
import { DecisionCard } from "./DecisionCard";
import { HistoryCard } from "./HistoryCard";

export function PromotionScreen({ project, promotion }: { project: Project; promotion: Promotion }) {
  const { slug } = project;
  const { prompt, label, number, from_number: from, state, kind, requirements } = promotion;
  const name = visibleText(prompt.name);
  const words = moveWords(promotion);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title={`${name}: ${words}`}
        documentTitle={[`${label} v${number}`, name, project.name]}
        badges={
          <>
            <PromotionStateBadge state={state} />
            <PromotionKindBadge kind={kind} />
          </>
        }
        actions={
          <Button variant="secondary" asChild>
            <Link
              to="/projects/$slug/prompts/$prompt"
              params={{ slug, prompt: prompt.id }}
              search={from === null ? { version: number } : { a: from, b: number }}
            >
              <TextQuote aria-hidden /> {from === null ? "View version" : "View changes"}
            </Link>
          </Button>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {state === "WAITING" && <DecisionCard project={project} promotion={promotion} />}
          {kind === "OVERRIDE" && <OverrideNotice promotion={promotion} />}
          {kind === "ROLLBACK" && <RollbackNotice promotion={promotion} />}
          {(kind === "CHECKED" || kind === "FIRST" || promotion.run !== null) && (
            <EvidenceCard project={project} promotion={promotion} />
          )}
          {requirements.length > 0 && (
            <Card aria-label="Requirements">
              <CardHeader room="dense">
                <CardTitle>Requirements</CardTitle>
                <p className="text-sm text-ink-muted">{requirementSummary(requirements)}</p>
              </CardHeader>
              <CardContent room="dense" className="flex flex-col gap-3">
                <RequirementList requirements={requirements} said={promotion.sentence} />
                {state === "WAITING" && (
                  <NextEvidence
                    project={project}
                    prompt={prompt.id}
                    number={number}
                    holder={from}
                    suite={protectionOf(project, label)?.suite ?? null}
                    like={null}
                    evidence={promotion}
                  />
                )}
              </CardContent>
            </Card>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <HistoryCard promotion={promotion} />
          {state === "APPROVED" && <CertificateCard slug={slug} promotion={promotion} />}
        </div>
      </div>
    </div>
  );
}

function EvidenceCard({ project, promotion }: { project: Project; promotion: Promotion }) {
  const { run, prompt, requirements } = promotion;
  return (
    <Card aria-label="Evidence">
      <CardHeader room="dense">
        <CardTitle>Evidence</CardTitle>
      </CardHeader>
      <CardContent room="dense" className="flex flex-col gap-2">
        <EvidenceSummary project={project.slug} prompt={prompt.id} evidence={promotion} />
        {run === null && isMissing(requirements, "run") && (
          <p className="text-sm text-ink-muted">No run was compared.</p>
        )}
      </CardContent>
    </Card>
  );
}

function OverrideNotice({ promotion: { decided_by: by, requested_by: asked, reason } }: { promotion: Promotion }) {
  return (
    <Notice tone="warning">
      <p className="font-medium">Override by {visibleText((by ?? asked).name)}</p>
      <p>The label moved without the evidence that its protection asks for.</p>
      {reason && (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {visibleText(reason)}
        </p>
      )}
    </Notice>
  );
}

function RollbackNotice({ promotion: { number, label, reason } }: { promotion: Promotion }) {
  return (
    <Notice tone="info">
      <p>
        Rolled back: version {number} held {label} before.
      </p>
      {reason && (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {visibleText(reason)}
        </p>
      )}
    </Notice>
  );
}
