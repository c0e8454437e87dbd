import { useQuery } from "@tanstack/react-query";
import { LockKeyhole, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Project } from "@/api/types";
import { suiteQuery } from "@/features/suites";
import { visibleText } from "@/shared/format/visibleText";
import { roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/shared/ui/Card";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { protectionWords } from "../promotionPhrasing";
import type { LabelProtection } from "../types";
import { ProtectionDialog } from "./ProtectionDialog";
import { useProtections } from "./useProtections";

const PRODUCTION = "production";

type Asked = { kind: "add"; label: string } | { kind: "edit" | "remove"; protection: LabelProtection };

/** Which labels move only by a promotion, and what a promotion needs. */
export function ProtectedLabelsCard({ project, readOnly }: { project: Project; readOnly: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const protections = project.settings.protected_labels;
  const close = () => setAsked(null);
  return (
    <Card id="protected-labels" aria-label="Protected labels" className="mt-4 scroll-mt-16">
      <CardHeader>
        <CardTitle>Protected labels</CardTitle>
        <CardDescription>
          Programs request a prompt by a label such as production. A protected label moves only by a promotion: a run
          has to show that the new version is not worse, and a person with the role that you choose approves. Each
          promotion gets a signed certificate. Other labels are moved by everybody who may edit prompts.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {protections.length === 0 ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed border-line-strong px-4 py-3">
            <p className="min-w-0 flex-1 basis-64 text-sm text-ink-muted">
              No label is protected. Protect production, so that no version reaches your programs without evidence and
              an approval.
            </p>
            {!readOnly && (
              <Button variant="secondary" onClick={() => setAsked({ kind: "add", label: PRODUCTION })}>
                <LockKeyhole aria-hidden /> Protect production
              </Button>
            )}
          </div>
        ) : (
          <ul aria-label="Protected labels" className="flex flex-col divide-y divide-line">
            {protections.map((protection) => (
              <ProtectionItem
                key={protection.label}
                project={project.slug}
                protection={protection}
                readOnly={readOnly}
                onAsk={(kind) => setAsked({ kind, protection })}
              />
            ))}
          </ul>
        )}
      </CardContent>
      {!readOnly && protections.length > 0 && (
        <CardFooter>
          <Button variant="secondary" onClick={() => setAsked({ kind: "add", label: "" })}>
            <Plus aria-hidden /> Protect another label
          </Button>
        </CardFooter>
      )}
      {asked?.kind === "add" && (
        <ProtectionDialog project={project} protection={null} label={asked.label} onClose={close} />
      )}
      {asked?.kind === "edit" && (
        <ProtectionDialog
          project={project}
          protection={asked.protection}
          label={asked.protection.label}
          onClose={close}
        />
      )}
      {asked?.kind === "remove" && <RemoveQuestion project={project} label={asked.protection.label} onClose={close} />}
    </Card>
  );
}

interface ProtectionItemProps {
  project: string;
  protection: LabelProtection;
  readOnly: boolean;
  onAsk: (kind: "edit" | "remove") => void;
}

function ProtectionItem({ project, protection, readOnly, onAsk }: ProtectionItemProps) {
  const { label, suite, approver_role: role, author_may_approve: own } = protection;
  const found = useQuery({ ...suiteQuery(project, suite ?? ""), enabled: suite !== null, retry: false });
  const suiteName = suite === null ? null : found.isError ? "deleted suite" : (found.data?.name ?? "…");
  return (
    <li className="flex items-start gap-3 py-2.5">
      <LockKeyhole aria-hidden className="mt-1 size-4 shrink-0 text-ink-subtle" />
      <div className="min-w-0 flex-1">
        <p className="font-mono text-sm font-medium wrap-anywhere text-ink">{label}</p>
        <p className="text-sm wrap-anywhere text-ink-muted">
          {protectionWords(protection, suiteName === null ? null : visibleText(suiteName))} Approval: {roleName(role)}
          {role === "OWNER" ? "" : " or higher"}
          {own ? ", also the author of the version." : ", but not the author of the version."}
        </p>
        {found.isError && (
          <p className="text-sm text-warning">
            The suite cannot be read. Choose another one, or no version can be promoted.
          </p>
        )}
      </div>
      {!readOnly && (
        <span className="flex shrink-0">
          <IconButton label={`Edit the protection of ${label}`} onClick={() => onAsk("edit")}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={`Remove the protection of ${label}`} onClick={() => onAsk("remove")}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  );
}

function RemoveQuestion({ project, label, onClose }: { project: Project; label: string; onClose: () => void }) {
  const { save, isPending } = useProtections(project);
  const remove = async () => {
    try {
      await save((all) => all.filter((one) => one.label !== label));
      notify.success(`${label} is not protected any more`);
    } catch (error) {
      notify.failure(error);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove the protection of ${label}?`}
      description={
        `Everybody who may edit prompts, and every API token with that role, can then move ${label} without evidence. ` +
        "Past promotions and their certificates are kept."
      }
      confirmLabel="Remove protection"
      danger
      busy={isPending}
      onConfirm={() => void remove()}
    />
  );
}
