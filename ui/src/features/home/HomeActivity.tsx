import { ActivityFeed } from "@/features/audit/activity";
import { useStoredFlag } from "@/shared/theme/useStoredFlag";
import { Card } from "@/shared/ui/Card";
import { Disclosure } from "@/shared/ui/Disclosure";

/** Who changed what, closed until someone asks. */
export function HomeActivity({ slug }: { slug: string }) {
  const [open, setOpen] = useStoredFlag("edison.home-activity", false);
  return (
    <Card aria-label="Activity" className="px-4 py-2">
      <Disclosure label="Activity" open={open} onOpenChange={setOpen} summary="Changes of the project, by day">
        <ActivityFeed project={slug} />
      </Disclosure>
    </Card>
  );
}
