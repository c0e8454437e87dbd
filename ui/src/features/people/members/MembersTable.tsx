import { LogOut, MailCheck, UserMinus } from "lucide-react";
import type { Member, Project, Role } from "@/api/types";
import { useMe } from "@/features/people/accounts";
import { assignableRoles, may, mayRemove, ROLE_HINTS } from "@/features/people/projects";
import { displayName } from "@/shared/format/displayName";
import { Avatar } from "@/shared/ui/Avatar";
import { Badge, RoleBadge, roleName } from "@/shared/ui/Badge";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { IconButton } from "@/shared/ui/IconButton";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Select } from "@/shared/ui/Select";

interface MembersTableProps {
  project: Project;
  members: readonly Member[];
  onRole: (member: Member, role: Role) => void;
  onRemove: (member: Member) => void;
  onConfirmAddress: (member: Member) => void;
}

export function MembersTable({ project, members, onRole, onRemove, onConfirmAddress }: MembersTableProps) {
  const me = useMe();
  const manages = may(project, "manage_members") && project.archived_at === null;

  const columns: Column<Member>[] = [
    {
      key: "person",
      header: "Person",
      lead: true,
      cell: (member) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar label={displayName(member)} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
              <span title={displayName(member)} className="max-w-full truncate">
                {displayName(member)}
              </span>
              {member.user_id === me.id && <Badge>You</Badge>}
              {member.by_group && <Badge>By group</Badge>}
              {!member.email_confirmed && <Badge tone="warning">Address not confirmed</Badge>}
            </div>
            {member.name && (
              <div title={member.email} className="truncate text-xs text-ink-subtle">
                {member.email}
              </div>
            )}
          </div>
        </div>
      ),
    },
    {
      key: "role",
      header: "Role",
      className: "lg:w-48",
      cell: (member) => {
        const roles = manages ? assignableRoles(project.role, member.role) : [];
        if (roles.length === 0) return <RoleBadge role={member.role} />;
        return (
          <Select
            size="sm"
            className="w-36"
            label={`Role of ${displayName(member)}`}
            value={member.role}
            onChange={(role) => role !== member.role && onRole(member, role)}
            options={roles.map((role) => ({ value: role, label: roleName(role), hint: ROLE_HINTS[role] }))}
          />
        );
      },
    },
    {
      key: "joined",
      header: "Joined",
      className: "text-ink-muted lg:w-40",
      cell: (member) => <RelativeTime at={member.joined_at} />,
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "right",
      className: "lg:w-24",
      cell: (member) => (
        <div className="inline-flex">
          {/* Only the owner of the installation can vouch for an address. */}
          {me.role === "OWNER" && !member.email_confirmed && (
            <IconButton label={`Confirm address of ${displayName(member)}`} onClick={() => onConfirmAddress(member)}>
              <MailCheck aria-hidden />
            </IconButton>
          )}
          {member.user_id === me.id && !member.by_group && (
            <IconButton label="Leave project" tone="danger" onClick={() => onRemove(member)}>
              <LogOut aria-hidden />
            </IconButton>
          )}
          {member.user_id !== me.id && !member.by_group && manages && mayRemove(project.role, member.role) && (
            <IconButton label={`Remove ${displayName(member)}`} tone="danger" onClick={() => onRemove(member)}>
              <UserMinus aria-hidden />
            </IconButton>
          )}
        </div>
      ),
    },
  ];
  return (
    <DataTable caption="Members of this project" columns={columns} rows={members} rowKey={(member) => member.user_id} />
  );
}
