import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { type GridColumn, newKey, type TargetPart } from "@/features/runs";
import { IconButton } from "@/shared/ui/IconButton";
import { MOST_TARGETS } from "../setup/runSetup";
import { TargetDialog } from "./TargetDialog";
import { TargetHead } from "./TargetHead";

interface TargetColumnsProps {
  project: Project;
  targets: readonly TargetPart[];
  onTargets: (targets: readonly TargetPart[]) => void;
  /** The place of each target's answers in the run. */
  places: readonly (number | null)[];
  foot?: (place: number) => ReactNode;
  onRepeat?: ((place: number) => void) | null;
}

/** Columns that can be added, changed, doubled and removed. */
export function useTargetColumns({ project, targets, onTargets, places, foot, onRepeat = null }: TargetColumnsProps) {
  // "new", or the key of the target that is being changed.
  const [asked, setAsked] = useState<number | "new" | null>(null);
  const changes = may(project, "start_runs") && project.archived_at === null;
  const room = targets.length < MOST_TARGETS;
  const add = (target: TargetPart, after = targets.length) =>
    onTargets([...targets.slice(0, after), target, ...targets.slice(after)]);
  const columns = targets.map((target, index): GridColumn => {
    const place = places[index] ?? null;
    return {
      key: String(target.key),
      name: target.model.title,
      place,
      head: (
        <TargetHead
          target={target}
          fresh={place === null}
          onEdit={() => setAsked(target.key)}
          onDuplicate={changes && room ? () => add({ ...target, key: newKey() }, index + 1) : null}
          onRemove={
            changes && targets.length > 1 ? () => onTargets(targets.filter(({ key }) => key !== target.key)) : null
          }
          onRepeat={onRepeat && place !== null ? () => onRepeat(place) : null}
        />
      ),
      ...(foot ? { foot: place === null ? <span className="ml-auto text-ink-subtle">–</span> : foot(place) } : {}),
    };
  });
  const end = changes && room && (
    <IconButton label="Add a column" onClick={() => setAsked("new")}>
      <Plus aria-hidden />
    </IconButton>
  );
  const edited = targets.find(({ key }) => key === asked) ?? null;
  const dialog = asked !== null && (edited !== null || asked === "new") && (
    <TargetDialog
      key={asked}
      project={project.slug}
      target={edited}
      onSave={(target) =>
        edited ? onTargets(targets.map((one) => (one.key === target.key ? target : one))) : add(target)
      }
      onClose={() => setAsked(null)}
    />
  );
  return { columns, end, dialog };
}
