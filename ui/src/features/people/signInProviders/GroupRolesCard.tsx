import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { GroupRole, SignInProvider } from "@/api/types";
import { INVITABLE_ROLES, ROLE_HINTS } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { RoleBadge, roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { type GroupRoleForm, groupRolesQuery, toForm, useSaveGroupRoles } from "./api";

const ROLES = INVITABLE_ROLES.map((role) => ({
  value: role as GroupRoleForm["role"],
  label: roleName(role),
  hint: ROLE_HINTS[role],
}));

/** A role for each group and project. A change counts from the next request of each person on. */
export function GroupRolesCard({ providers }: { providers: readonly SignInProvider[] }) {
  const list = useQuery(groupRolesQuery);
  const roles = list.data?.roles ?? [];
  return (
    <Card aria-label="Roles of groups">
      <CardHeader>
        <CardTitle>Roles of groups</CardTitle>
        <CardDescription>
          The members of a group get its role in a project as soon as you save it, and lose it with the group. The
          groups of a person are read at each sign-in. A role that was given by hand is kept.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        {list.isPending && <RowSkeletons label="Loading roles of groups" />}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {roles.length > 0 && <RolesTable roles={roles} providers={providers} />}
        {list.data && <AddRoleForm roles={roles} providers={providers} />}
      </CardContent>
    </Card>
  );
}

interface RolesProps {
  roles: readonly GroupRole[];
  providers: readonly SignInProvider[];
}

function RolesTable({ roles, providers }: RolesProps) {
  const save = useSaveGroupRoles();
  const remove = (gone: GroupRole) =>
    save.mutate(roles.filter((each) => each !== gone).map(toForm), {
      onSuccess: () => notify.success(`The role of ${gone.group} in ${gone.project} is removed`),
      onError: notify.failure,
    });
  const columns: Column<GroupRole>[] = [
    { key: "group", header: "Group", lead: true, cell: (role) => <span className="break-words">{role.group}</span> },
    {
      key: "provider",
      header: "Provider",
      cell: (role) => providers.find((each) => each.issuer === role.issuer)?.label ?? role.issuer,
    },
    { key: "project", header: "Project", cell: (role) => <span className="break-words">{role.project}</span> },
    { key: "role", header: "Role", cell: (role) => <RoleBadge role={role.role} /> },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "right",
      cell: (role) => (
        <IconButton
          label={`Remove the role of ${role.group} in ${role.project}`}
          tone="danger"
          disabled={save.isPending}
          onClick={() => remove(role)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      ),
    },
  ];
  return (
    <DataTable
      caption="Roles of groups"
      columns={columns}
      rows={roles}
      rowKey={(role) => `${role.issuer} ${role.group} ${role.project}`}
    />
  );
}

function AddRoleForm({ roles, providers }: RolesProps) {
  const save = useSaveGroupRoles();
  const [issuer, setIssuer] = useState(providers[0]?.issuer ?? "");
  const [group, setGroup] = useState("");
  const [project, setProject] = useState("");
  const [role, setRole] = useState<GroupRoleForm["role"]>("EDITOR");
  const problem = save.error instanceof ApiError ? save.error.message : null;
  const complete = group.trim() !== "" && project.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!complete || save.isPending) return;
    const added = { issuer, group: group.trim(), project: project.trim(), role };
    save.mutate([...roles.map(toForm), added], {
      onSuccess: () => {
        notify.success(`${added.group} is ${roleName(role)} in ${added.project}`);
        setGroup("");
      },
    });
  };
  return (
    <form onSubmit={submit} aria-label="Add a role" className="flex flex-col gap-3">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Provider">
          <Select
            value={issuer}
            onChange={setIssuer}
            options={providers.map((each) => ({ value: each.issuer, label: each.label }))}
          />
        </Field>
        <Field label="Group">
          <Input value={group} maxLength={255} autoComplete="off" onChange={(event) => setGroup(event.target.value)} />
        </Field>
        <Field label="Project" hint="As in its address">
          <Input
            value={project}
            maxLength={64}
            autoComplete="off"
            placeholder="support-bot"
            onChange={(event) => setProject(event.target.value)}
          />
        </Field>
        <Field label="Role">
          <Select value={role} onChange={setRole} options={ROLES} />
        </Field>
      </div>
      <Button type="submit" className="self-start" disabled={!complete} loading={save.isPending}>
        <Plus aria-hidden /> Add role
      </Button>
    </form>
  );
}
