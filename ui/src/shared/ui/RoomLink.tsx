import { Link, useParams } from "@tanstack/react-router";
import { Button } from "./Button";

const ROOMS = {
  annotate: { to: "/projects/$slug/annotate", label: "All queues" },
  arena: { to: "/projects/$slug/arena", label: "All leaderboards" },
  datasets: { to: "/projects/$slug/datasets", label: "All datasets" },
  experiments: { to: "/projects/$slug/experiments", label: "All experiments" },
  judges: { to: "/projects/$slug/judges", label: "All judges" },
  models: { to: "/projects/$slug/models", label: "All models" },
  prompts: { to: "/projects/$slug/prompts", label: "All prompts" },
  runs: { to: "/projects/$slug/runs", label: "All runs" },
  suites: { to: "/projects/$slug/suites", label: "All suites and monitors" },
} as const;

/** The way to a list of the current project, as the next step of an empty state. */
export function RoomLink({ room, label }: { room: keyof typeof ROOMS; label?: string }) {
  const { slug } = useParams({ strict: false });
  if (slug === undefined) return null;
  return (
    <Button variant="secondary" asChild>
      <Link to={ROOMS[room].to} params={{ slug }}>
        {label ?? ROOMS[room].label}
      </Link>
    </Button>
  );
}
