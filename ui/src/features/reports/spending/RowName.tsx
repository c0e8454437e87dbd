import { Link } from "@tanstack/react-router";
import type { AnyGroup, Row } from "../types";
import { NONE } from "../reportPhrasing";

interface RowNameProps {
  project: string | null;
  group: AnyGroup;
  row: Pick<Row, "key" | "slug">;
  name: string;
}

const LINK = "min-w-0 truncate rounded font-medium text-ink hover:text-accent-ink hover:underline";
const PLAIN = "min-w-0 truncate text-ink";

/** What a row is about, one press away where it has a page. */
export function RowName({ project, group, row: { key, slug }, name }: RowNameProps) {
  if (group === "project" && slug)
    return (
      <Link to="/projects/$slug/reports" params={{ slug }} search={{}} title={name} className={LINK}>
        {name}
      </Link>
    );
  if (project === null || key === NONE)
    return (
      <span title={name} className={PLAIN}>
        {name}
      </span>
    );
  if (group === "model")
    return (
      <Link to="/projects/$slug/models/$model" params={{ slug: project, model: key }} title={name} className={LINK}>
        {name}
      </Link>
    );
  if (group === "run")
    return (
      <Link to="/projects/$slug/runs/$run" params={{ slug: project, run: key }} title={name} className={LINK}>
        {name}
      </Link>
    );
  if (group === "experiment")
    return (
      <Link
        to="/projects/$slug/experiments/$experiment"
        params={{ slug: project, experiment: key }}
        title={name}
        className={LINK}
      >
        {name}
      </Link>
    );
  return (
    <span title={name} className={PLAIN}>
      {name}
    </span>
  );
}
