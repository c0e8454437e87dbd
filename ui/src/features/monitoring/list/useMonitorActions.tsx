import { useState } from "react";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { useChangeMonitor, useRemoveMonitor, useTriggerMonitor } from "../api";
import { MonitorDialog } from "../form/MonitorDialog";
import type { Monitor } from "../types";

/** What can be done to a monitor, and the dialogs that belong to it. */
export function useMonitorActions(project: string) {
  const change = useChangeMonitor(project);
  const trigger = useTriggerMonitor(project);
  const remove = useRemoveMonitor(project);
  const [editing, setEditing] = useState<Monitor | null>(null);
  const [removing, setRemoving] = useState<Monitor | null>(null);
  const actsOn = (monitor: Monitor) => ({
    toggle: (enabled: boolean) =>
      change.mutate(
        { monitor: monitor.id, revision: monitor.revision, enabled },
        {
          onSuccess: () => notify.briefly(enabled ? "Monitor switched on" : "Monitor switched off"),
          onError: notify.failure,
        },
      ),
    run: () =>
      trigger.mutate(monitor, {
        onSuccess: ({ number }) => notify.success(`Run ${number} of ${monitor.suite_name} has started`),
        onError: notify.failure,
      }),
    edit: () => setEditing(monitor),
    remove: () => setRemoving(monitor),
  });
  const dialogs = (
    <>
      {editing && (
        <MonitorDialog
          project={project}
          suite={editing.suite_id}
          monitor={editing}
          open
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={`Remove ${removing?.name ?? "the monitor"}?`}
        description="The monitor stops running. Its runs, its trend and its alerts are kept with the suite."
        confirmLabel="Remove monitor"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          removing &&
          remove.mutate(removing.id, {
            onSuccess: () => notify.success("Monitor removed"),
            onError: notify.failure,
            onSettled: () => setRemoving(null),
          })
        }
      />
    </>
  );
  return { actsOn, dialogs };
}
