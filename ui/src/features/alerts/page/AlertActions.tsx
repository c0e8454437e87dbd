import { BellOff, CircleCheck, Eye } from "lucide-react";
import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { notify } from "@/shared/ui/notify";
import { useAcknowledge, useSnooze } from "../api";
import type { Alert } from "../types";
import { SNOOZES } from "../alertPhrasing";
import { ResolveDialog } from "./ResolveDialog";

/** What a person does about an alert: acknowledge it, put it aside, or say that it is over. */
export function AlertActions({ project, alert }: { project: string; alert: Alert }) {
  const [resolving, setResolving] = useState(false);
  const acknowledge = useAcknowledge(project);
  const snooze = useSnooze(project);
  if (alert.state === "resolved") return null;
  return (
    <>
      {alert.state !== "acknowledged" && (
        <Button
          variant="secondary"
          size="sm"
          loading={acknowledge.isPending}
          onClick={() =>
            acknowledge.mutate(alert.id, {
              onSuccess: () => notify.briefly("Acknowledged"),
              onError: notify.failure,
            })
          }
        >
          <Eye aria-hidden /> Acknowledge
        </Button>
      )}
      <DropdownMenu
        trigger={
          <Button variant="secondary" size="sm" loading={snooze.isPending}>
            <BellOff aria-hidden /> Snooze
          </Button>
        }
      >
        {SNOOZES.map(({ minutes, label }) => (
          <MenuItem
            key={minutes}
            onSelect={() =>
              snooze.mutate(
                { alert: alert.id, minutes },
                { onSuccess: () => notify.briefly(`Snoozed ${label}`), onError: notify.failure },
              )
            }
          >
            {label.charAt(0).toUpperCase() + label.slice(1)}
          </MenuItem>
        ))}
      </DropdownMenu>
      <Button size="sm" onClick={() => setResolving(true)}>
        <CircleCheck aria-hidden /> Resolve
      </Button>
      <ResolveDialog project={project} alert={alert} open={resolving} onClose={() => setResolving(false)} />
    </>
  );
}
