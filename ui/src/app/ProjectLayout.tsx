import { Outlet, useParams } from "@tanstack/react-router";
import { AlertBanner } from "@/features/alerts";
import { useProject } from "@/features/people/projects";
import { DemoGuide } from "@/features/demo";
import { useProjectLive } from "./live/useProjectLive";

/** While any page of a project is open, its events are followed. */
export function ProjectLayout() {
  const { slug } = useParams({ from: "/frame/projects/$slug" });
  useProjectLive(slug);
  const project = useProject(slug);
  return (
    <>
      <DemoGuide key={slug} project={project} />
      <AlertBanner project={slug} />
      <Outlet />
    </>
  );
}
