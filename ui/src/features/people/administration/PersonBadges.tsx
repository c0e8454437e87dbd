import type { InstallationPerson } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";

/** What is special about an account. */
export function PersonBadges({ person, self }: { person: InstallationPerson; self: boolean }) {
  return (
    <>
      {self && <Badge>You</Badge>}
      {person.role === "OWNER" && <Badge tone="accent">Installation owner</Badge>}
      {person.disabled_at !== null && <Badge tone="error">Disabled</Badge>}
      {person.password_change_required && <Badge tone="warning">Must change password</Badge>}
      {!person.email_confirmed && <Badge tone="warning">Address not confirmed</Badge>}
    </>
  );
}
