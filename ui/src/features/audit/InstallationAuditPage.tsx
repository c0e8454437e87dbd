import { useMe } from "@/features/people/accounts";
import { AuditLog } from "@/features/audit";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";

export function InstallationAuditPage() {
  const me = useMe();
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="Installation audit"
        description="Accounts, sign-ins and refused attempts. What happens in a project is in that project's own log."
      />
      {me.role === "OWNER" ? (
        <AuditLog project={null} />
      ) : (
        <Notice tone="info">Only the owner of this installation may read this log.</Notice>
      )}
    </div>
  );
}
