import { Outlet, useParams } from "@tanstack/react-router";
import { AlertBanner } from "@/features/alerts";
import { useProjectLive } from "./live/useProjectLive";

/** While any page of a project is open, its events are followed. */
export function ProjectLayout() {
  const { slug } = useParams({ from: "/frame/projects/$slug" });
  useProjectLive(slug);
  return (
    <>
      <AlertBanner project={slug} />
      <Outlet />
    </>
  );
}
