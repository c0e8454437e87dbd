import { Link } from "@tanstack/react-router";
import { Import } from "lucide-react";
import type { Project } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { mayImport } from "./importAccess";

/** The way to the import page, for people who may import. */
export function ImportToolLink({ project }: { project: Project }) {
  if (!mayImport(project)) return null;
  return (
    <Button variant="secondary" asChild>
      <Link to="/projects/$slug/import" params={{ slug: project.slug }}>
        <Import aria-hidden /> Import from another tool
      </Link>
    </Button>
  );
}
