import { getRouteApi, Link, Outlet } from "@tanstack/react-router";
import { may, useProject } from "@/features/people/projects";
import { cx } from "@/shared/ui/cx";

const route = getRouteApi("/frame/projects/$slug/settings");

const tab = cx(
  "-mb-px inline-flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 text-sm font-medium",
  "text-ink-muted hover:text-ink aria-[current=page]:border-accent-mark aria-[current=page]:text-ink",
);

export function SettingsLayout() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  const params = { slug };
  return (
    <div className="mx-auto w-full max-w-6xl">
      <nav
        aria-label="Project settings"
        className="mb-6 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        <Link to="/projects/$slug/settings/general" params={params} className={tab}>
          General
        </Link>
        <Link to="/projects/$slug/settings/members" params={params} className={tab}>
          Members
        </Link>
        <Link to="/projects/$slug/settings/credentials" params={params} className={tab}>
          Credentials
        </Link>
        <Link to="/projects/$slug/settings/channels" params={params} className={tab}>
          Channels
        </Link>
        {may(project, "manage_tokens") && (
          <Link to="/projects/$slug/settings/tokens" params={params} className={tab}>
            Tokens
          </Link>
        )}
        {may(project, "read_audit") && (
          <Link to="/projects/$slug/settings/audit" params={params} className={tab}>
            Audit log
          </Link>
        )}
      </nav>
      <Outlet />
    </div>
  );
}
