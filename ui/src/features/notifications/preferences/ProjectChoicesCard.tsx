import { useQuery } from "@tanstack/react-query";
import { projectListQuery } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { notify } from "@/shared/ui/notify";
import { Switch } from "@/shared/ui/Switch";
import { useSaveProjectPreferences } from "../api";
import type { NotificationPreferences } from "../types";

type ProjectChoices = NotificationPreferences["projects"][number];

/** Muted projects, and events that are different in one project. */
export function ProjectChoicesCard({ preferences }: { preferences: NotificationPreferences }) {
  const projects = useQuery(projectListQuery({ search: "", role: null, archived: false, cursor: null }));
  const items = projects.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card aria-label="Projects">
      <CardHeader>
        <CardTitle>Projects</CardTitle>
        <CardDescription>A muted project tells you nothing, neither in the list nor by mail.</CardDescription>
      </CardHeader>
      <CardContent room="list">
        <ul className="divide-y divide-line">
          {items.map(({ id, slug, name }) => (
            <li key={id}>
              <ProjectRow
                slug={slug}
                name={name}
                choices={preferences.projects.find(({ project }) => project === id)}
                labels={Object.fromEntries(preferences.events.map(({ event, label }) => [event, label]))}
              />
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

interface ProjectRowProps {
  slug: string;
  name: string;
  choices: ProjectChoices | undefined;
  labels: Record<string, string>;
}

function ProjectRow({ slug, name, choices, labels }: ProjectRowProps) {
  const save = useSaveProjectPreferences(slug);
  const events = choices?.events ?? {};
  const different = Object.keys(events).map((event) => labels[event] ?? event);
  const muted = choices?.muted ?? false;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-medium wrap-anywhere text-ink">{visibleText(name)}</p>
        {different.length > 0 && <p className="text-xs text-ink-subtle">Different here: {different.join(", ")}</p>}
      </div>
      {different.length > 0 && (
        <Button
          variant="ghost"
          size="xs"
          loading={save.isPending}
          onClick={() => save.mutate({ muted, events: {} }, { onError: notify.failure })}
        >
          Reset events
        </Button>
      )}
      <span aria-hidden className="text-xs text-ink-muted">
        Muted
      </span>
      <Switch
        label={`Mute ${visibleText(name)}`}
        checked={muted}
        onChange={(next) => save.mutate({ muted: next, events }, { onError: notify.failure })}
      />
    </div>
  );
}
