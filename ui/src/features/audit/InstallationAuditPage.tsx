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
        description="Accounts, sign-ins and refused attempts. Events of a project are in the audit log of that project."
      />
      {me.role === "OWNER" ? (
        <AuditLog project={null} />
      ) : (
        <Notice tone="info">Only an owner of this installation may read this log.</Notice>
      )}
    </div>
  );
}
