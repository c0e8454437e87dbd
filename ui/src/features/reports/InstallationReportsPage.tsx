import { getRouteApi, Link } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { useMe } from "@/features/people/accounts";
import { SpendByProject } from "@/features/reports";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { PageHeader } from "@/shared/ui/PageHeader";

const route = getRouteApi("/frame/installation/reports");

export function InstallationReportsPage() {
  const me = useMe();
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const owner = me.role === "OWNER";
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Installation report"
        description={
          "The cost of all projects, in total and by project. " + "Prompts and answers are shown only in their project."
        }
        actions={
          owner && (
            <Button variant="ghost" asChild>
              <Link to="/installation/audit">
                <ScrollText aria-hidden /> Installation audit
              </Link>
            </Button>
          )
        }
      />
      {owner ? (
        <SpendByProject
          place={place}
          onPlace={(search) => void navigate({ search, replace: true, resetScroll: false })}
        />
      ) : (
        <Notice tone="info">Only an owner of this installation may read this report.</Notice>
      )}
    </div>
  );
}
