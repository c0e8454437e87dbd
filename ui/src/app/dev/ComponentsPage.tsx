/** Every component together, to judge them side by side in both themes. Development only. */
import { Plus, Search, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/shared/http/apiError";
import { chooseTheme, nextTheme, useTheme } from "@/shared/theme/theme";
import { Avatar } from "@/shared/ui/Avatar";
import { Badge, RoleBadge } from "@/shared/ui/Badge";
import { Breadcrumb } from "@/shared/ui/Breadcrumb";
import { Button } from "@/shared/ui/Button";
import { CopyButton } from "@/shared/ui/CopyButton";
import { DataTable } from "@/shared/ui/DataTable";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Kbd } from "@/shared/ui/Kbd";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { BlockSkeleton, CardSkeletons, RowSkeletons } from "@/shared/ui/Skeleton";
import { Tabs } from "@/shared/ui/Tabs";
import { Tooltip } from "@/shared/ui/Tooltip";
import { ControlSamples } from "./ControlSamples";
import { DataSamples } from "./DataSamples";
import { DialogSamples } from "./DialogSamples";

const ROLES = ["VIEWER", "REVIEWER", "EDITOR", "ADMIN", "OWNER"] as const;
const SAMPLE_ERROR = new ApiError(500, {
  code: "INTERNAL",
  message: "The server had a problem.",
  next_step: "Try again.",
  traceId: "4f1c9a7be0",
});

export function ComponentsPage() {
  const theme = useTheme();
  const [openedAt] = useState(() => new Date().toISOString());
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-6 px-6 py-8">
      <PageHeader
        title="Components"
        actions={
          <Button variant="secondary" onClick={() => chooseTheme(nextTheme(theme))}>
            Theme: {theme}
          </Button>
        }
      />
      <Sample title="Buttons">
        {(["primary", "secondary", "ghost", "danger"] as const).map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button size="sm">
          <Plus aria-hidden /> Small
        </Button>
        <Button size="lg">Large</Button>
        <Button loading>Loading</Button>
        <Button disabled>Disabled</Button>
        <IconButton label="Search">
          <Search aria-hidden />
        </IconButton>
        <IconButton label="Delete" tone="danger">
          <Trash2 aria-hidden />
        </IconButton>
        <CopyButton text="copied" label="Copy text" wide />
      </Sample>
      <Sample title="Badges and people">
        {ROLES.map((role) => (
          <RoleBadge key={role} role={role} />
        ))}
        <Badge tone="success">Active</Badge>
        <Badge tone="warning">Expired</Badge>
        <Badge tone="error">Failed</Badge>
        {["Ada Lovelace", "Ben Okri", "cy@example.com"].map((name) => (
          <Avatar key={name} label={name} />
        ))}
        <RelativeTime at={openedAt} />
        <Kbd>Ctrl K</Kbd>
      </Sample>
      <ControlSamples />
      <Sample title="Notices" stacked>
        <Notice tone="info">Information that helps.</Notice>
        <Notice tone="success">It worked.</Notice>
        <Notice tone="warning">Check it before you continue.</Notice>
        <Notice tone="error">It did not work.</Notice>
      </Sample>
      <Sample title="Overlays">
        <DialogSamples />
        <DropdownMenu trigger={<Button variant="secondary">Menu</Button>}>
          <MenuItem>Rename</MenuItem>
          <MenuSeparator />
          <MenuItem danger>Delete</MenuItem>
        </DropdownMenu>
        <Tooltip text="A short explanation">
          <Button variant="ghost">Hover me</Button>
        </Tooltip>
        {(["success", "info", "warning", "error"] as const).map((kind) => (
          <Button key={kind} variant="secondary" onClick={() => notify[kind](`A ${kind} toast`)}>
            Toast: {kind}
          </Button>
        ))}
      </Sample>
      <Sample title="Navigation" stacked>
        <Breadcrumb
          crumbs={[
            { key: "projects", content: "Projects" },
            { key: "here", content: "Support bot" },
          ]}
        />
        <Tabs
          label="Example"
          tabs={[
            { value: "one", label: "First", content: "First panel" },
            { value: "two", label: "Second", content: "Second panel" },
          ]}
        />
      </Sample>
      <Sample title="Models and numbers" stacked>
        <DataSamples />
      </Sample>
      <Sample title="Data" stacked>
        <DataTable
          caption="Example"
          rows={[
            { id: "1", name: "Ada", score: 8.2 },
            { id: "2", name: "Ben", score: 7.9 },
          ]}
          rowKey={(row) => row.id}
          columns={[
            { key: "name", header: "Name", lead: true, cell: (row) => row.name },
            { key: "score", header: "Score", align: "right", cell: (row) => row.score },
          ]}
        />
        <EmptyState title="Nothing here yet" action={<Button>Create something</Button>}>
          Say what belongs here.
        </EmptyState>
        <ErrorState error={SAMPLE_ERROR} onRetry={() => undefined} />
        <BlockSkeleton />
        <RowSkeletons count={2} />
        <CardSkeletons count={3} />
      </Sample>
    </main>
  );
}

function Sample({ title, stacked, children }: { title: string; stacked?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      <div className={stacked ? "flex flex-col gap-3" : "flex flex-wrap items-center gap-3"}>{children}</div>
    </section>
  );
}
