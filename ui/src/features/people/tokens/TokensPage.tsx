import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck, CircleSlash, Clock, KeyRound, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Token } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { Badge, RoleBadge, type Tone } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Pagination, useCursorPages } from "@/shared/ui/Pagination";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { tokenListQuery, useRevokeToken } from "./api";
import { CurlExample } from "./CurlExample";
import { NewTokenDialog } from "./NewTokenDialog";

const route = getRouteApi("/frame/projects/$slug/settings/tokens");

const DESCRIPTION =
  "Keys for scripts and continuous integration. Each acts only in this project, with the role you give it.";

const STATUS: Record<Token["status"], { tone: Tone; label: string; icon: ReactNode }> = {
  active: { tone: "success", label: "Active", icon: <CircleCheck aria-hidden /> },
  expired: { tone: "warning", label: "Expired", icon: <Clock aria-hidden /> },
  revoked: { tone: "neutral", label: "Revoked", icon: <CircleSlash aria-hidden /> },
};

export function TokensPage() {
  const { slug } = route.useParams();
  const { create } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const pages = useCursorPages(slug);
  const mayRead = may(project, "manage_tokens");
  const list = useQuery({ ...tokenListQuery(slug, pages.cursor), enabled: mayRead });
  const revoke = useRevokeToken(slug);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const manages = mayRead && project.archived_at === null;
  const setCreating = (open: boolean) => void navigate({ search: open ? { create: true } : {}, replace: true });
  const newButton = manages && (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden /> New token
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Tokens"
        documentTitle={["Tokens", project.name]}
        description={DESCRIPTION}
        actions={newButton}
      />
      {!mayRead && <Notice tone="info">Your role may not see the tokens of this project.</Notice>}
      {mayRead && list.isPending && <RowSkeletons label="Loading tokens" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && (
        <EmptyState icon={<KeyRound />} title="No tokens yet" action={newButton}>
          Create a token to use this project from the command line or a pipeline.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <DataTable
            caption="Tokens of this project"
            columns={columnsFor(manages, setRevoking)}
            rows={list.data.items}
            rowKey={(token) => token.id}
          />
          <Pagination label="Token pages" pages={pages} nextCursor={list.data.next_cursor ?? null} />
        </>
      )}
      {mayRead && (
        <section aria-labelledby="token-use" className="mt-8 max-w-2xl">
          <h2 id="token-use" className="mb-2 text-base font-semibold">
            Use a token
          </h2>
          <CurlExample project={project} />
        </section>
      )}
      <NewTokenDialog project={project} open={manages && create === true} onOpenChange={setCreating} />
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title="Revoke this token?"
        description={`Everything that uses “${revoking?.name ?? ""}” stops working at once. This cannot be undone.`}
        confirmLabel="Revoke token"
        danger
        busy={revoke.isPending}
        onConfirm={() =>
          revoking &&
          revoke.mutate(revoking.id, {
            onSuccess: () => notify.success("Token revoked"),
            onError: notify.failure,
            onSettled: () => setRevoking(null),
          })
        }
      />
    </>
  );
}

function columnsFor(manages: boolean, onRevoke: (token: Token) => void): Column<Token>[] {
  return [
    {
      key: "name",
      header: "Name",
      lead: true,
      cell: (token) => (
        <div className="min-w-0">
          <div title={token.name} className="truncate font-medium">
            {token.name}
          </div>
          <div className="font-mono text-xs text-ink-subtle">••••{token.hint}</div>
        </div>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: ({ status }) => (
        <Badge tone={STATUS[status].tone} icon={STATUS[status].icon}>
          {STATUS[status].label}
        </Badge>
      ),
    },
    { key: "role", header: "Role", cell: (token) => <RoleBadge role={token.role} /> },
    {
      key: "created_by",
      header: "Created by",
      width: "class",
      className: "text-ink-muted lg:min-w-44",
      cell: (token) => (
        <span title={token.created_by} className="block truncate">
          {token.created_by}
        </span>
      ),
    },
    {
      key: "last_used",
      header: "Last used",
      className: "text-ink-muted",
      cell: (token) => (token.last_used_at ? <RelativeTime at={token.last_used_at} /> : "Never"),
    },
    {
      key: "expires",
      header: "Expires",
      className: "text-ink-muted",
      cell: (token) => <RelativeTime at={token.expires_at} />,
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "right",
      className: "lg:w-16",
      cell: (token) =>
        manages && token.status === "active" ? (
          <IconButton label={`Revoke ${token.name}`} tone="danger" onClick={() => onRevoke(token)}>
            <Trash2 aria-hidden />
          </IconButton>
        ) : null,
    },
  ];
}
