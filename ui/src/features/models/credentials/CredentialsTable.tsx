import { Link } from "@tanstack/react-router";
import { EllipsisVertical, Network, Pencil, RotateCw, Star, Trash2 } from "lucide-react";
import type { CredentialCard } from "@/api/types";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { countOf } from "@/shared/format/quantities";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Tooltip } from "@/shared/ui/Tooltip";
import { CredentialNotice } from "./CredentialNotice";
import { StatusChip } from "./StatusChip";
import { maskedKey, shownStatus } from "./credentialStatus";

interface CredentialActions {
  test: (credential: CredentialCard) => void;
  rename: (credential: CredentialCard) => void;
  makeDefault: (credential: CredentialCard) => void;
  askPrivate: (credential: CredentialCard) => void;
  askRemove: (credential: CredentialCard) => void;
}

interface CredentialsTableProps {
  project: string;
  credentials: readonly CredentialCard[];
  /** Null without permission to edit. */
  actions: CredentialActions | null;
  testing: string | null;
  /** The credential that was just tested by hand, to say how that went. */
  tested: string | null;
}

export function CredentialsTable({ project, credentials, actions, testing, tested }: CredentialsTableProps) {
  const columns: Column<CredentialCard>[] = [
    {
      key: "credential",
      header: "Credential",
      lead: true,
      cell: (credential) => <CredentialName credential={credential} />,
    },
    {
      key: "key",
      header: "Key",
      className: "lg:w-52",
      cell: (credential) => <CredentialKey credential={credential} />,
    },
    {
      key: "status",
      header: "Status",
      className: "lg:w-28",
      cell: (credential) => <StatusChip status={credential.id === testing ? "testing" : shownStatus(credential)} />,
    },
    {
      key: "models",
      header: "Models",
      className: "lg:w-28",
      cell: ({ id, models, label }) => (
        <Link
          to="/projects/$slug/models"
          params={{ slug: project }}
          search={{ credential: id }}
          aria-label={`${countOf(models, "model")} of ${label}`}
          className={cx(
            "inline-flex min-h-6 items-center rounded font-medium whitespace-nowrap text-accent-ink",
            "hover:underline",
          )}
        >
          {countOf(models, "model")}
        </Link>
      ),
    },
    {
      key: "tested",
      header: "Last tested",
      className: "text-ink-muted lg:w-36",
      cell: ({ tested_at: at }) => (at ? <RelativeTime at={at} /> : "Never"),
    },
  ];
  if (actions) {
    columns.push({
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "right",
      className: "lg:w-32",
      cell: (credential) => (
        <CredentialActions credential={credential} actions={actions} busy={credential.id === testing} />
      ),
    });
  }
  return (
    <DataTable
      caption="Credentials of this project"
      columns={columns}
      rows={credentials}
      rowKey={({ id }) => id}
      detail={(credential) =>
        credential.id === testing ? null : CredentialNotice({ credential, tested: credential.id === tested })
      }
    />
  );
}

function CredentialName({ credential }: { credential: CredentialCard }) {
  return (
    <div className="flex min-w-0 items-center gap-3 pr-24 lg:pr-0">
      <ProviderMark provider={credential.provider} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span title={credential.label} className="truncate font-medium">
            {credential.label}
          </span>
          {credential.is_default && (
            <Tooltip text={`Used for ${PROVIDER_NAMES[credential.provider]} unless another one is chosen`}>
              <span>
                <Badge tone="accent" icon={<Star aria-hidden />}>
                  Default
                </Badge>
              </span>
            </Tooltip>
          )}
          {credential.allow_private && <Badge icon={<Network aria-hidden />}>Private addresses</Badge>}
        </div>
        <div title={credential.config["base_url"]} className="truncate text-xs text-ink-subtle">
          {PROVIDER_NAMES[credential.provider]}
          {credential.config["base_url"] && (
            <>
              {" "}
              · <span className="font-mono">{credential.config["base_url"]}</span>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function CredentialKey({ credential }: { credential: CredentialCard }) {
  const shown = maskedKey(credential);
  if (shown) return <span className="font-mono text-xs text-ink-muted">{shown}</span>;
  return (
    <span className="text-ink-subtle">
      {credential.has_key
        ? "Hidden"
        : credential.provider === "SIMULATED" || credential.provider === "OLLAMA"
          ? "No key needed"
          : "No key"}
    </span>
  );
}

function CredentialActions({
  credential,
  actions,
  busy,
}: {
  credential: CredentialCard;
  actions: CredentialActions;
  busy: boolean;
}) {
  return (
    <div className="flex items-center justify-end gap-1">
      <Button
        variant="ghost"
        size="sm"
        loading={busy}
        aria-label={`Test ${credential.label} again`}
        onClick={() => actions.test(credential)}
      >
        {!busy && <RotateCw aria-hidden />} Test
      </Button>
      <DropdownMenu
        trigger={
          <IconButton label={`More for ${credential.label}`}>
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => actions.rename(credential)}>
          Rename
        </MenuItem>
        {!credential.is_default && (
          <MenuItem icon={<Star aria-hidden />} onSelect={() => actions.makeDefault(credential)}>
            Make default
          </MenuItem>
        )}
        {credential.provider !== "SIMULATED" && (
          <MenuItem icon={<Network aria-hidden />} onSelect={() => actions.askPrivate(credential)}>
            {credential.allow_private ? "Forbid private addresses" : "Allow private addresses"}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => actions.askRemove(credential)}>
          Remove
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}
