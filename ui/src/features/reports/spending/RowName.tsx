import { Link } from "@tanstack/react-router";
import type { AnyGroup, Row } from "../types";
import { NONE } from "../words";

interface RowNameProps {
  project: string | null;
  group: AnyGroup;
  row: Pick<Row, "key" | "slug">;
  name: string;
}

const LINK = "min-w-0 rounded font-medium wrap-anywhere text-ink hover:text-accent-ink hover:underline";

/** What a row is about, one press away where it has a page. */
export function RowName({ project, group, row: { key, slug }, name }: RowNameProps) {
  if (group === "project" && slug)
    return (
      <Link to="/projects/$slug/reports" params={{ slug }} search={{}} className={LINK}>
        {name}
      </Link>
    );
  if (project === null || key === NONE) return <span className="min-w-0 wrap-anywhere text-ink">{name}</span>;
  if (group === "model")
    return (
      <Link to="/projects/$slug/models/$model" params={{ slug: project, model: key }} className={LINK}>
        {name}
      </Link>
    );
  if (group === "run")
    return (
      <Link to="/projects/$slug/runs/$run" params={{ slug: project, run: key }} className={LINK}>
        {name}
      </Link>
    );
  if (group === "experiment")
    return (
      <Link to="/projects/$slug/experiments/$experiment" params={{ slug: project, experiment: key }} className={LINK}>
        {name}
      </Link>
    );
  return <span className="min-w-0 wrap-anywhere text-ink">{name}</span>;
}
