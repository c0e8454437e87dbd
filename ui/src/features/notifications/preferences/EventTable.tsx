import { Card, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";
import { useSavePreferences } from "../api";
import type { EventChoice, MailTiming, NotificationPreferences, NotifiedEvent, NotifiedEventRow } from "../types";
import { choicesOf } from "./choices";

const MAIL_OPTIONS: readonly { value: MailTiming; label: string }[] = [
  { value: "off", label: "No mail" },
  { value: "at_once", label: "At once" },
  { value: "digest", label: "Daily digest" },
];

/** Events by methods. Everything is reached with Tab, and changed with the space bar and arrow keys. */
export function EventTable({ preferences }: { preferences: NotificationPreferences }) {
  const save = useSavePreferences();
  const choose = (event: NotifiedEvent, choice: EventChoice) =>
    save.mutate(
      { timezone: preferences.timezone, quiet: preferences.quiet, events: choicesOf(preferences, { [event]: choice }) },
      { onError: notify.failure },
    );
  return (
    <Card aria-label="Events">
      <CardHeader>
        <CardTitle>Events</CardTitle>
        <CardDescription>The list of notifications is in the header of every page.</CardDescription>
      </CardHeader>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-subtle">
            <th scope="col" className="px-5 py-2 font-medium">
              Event
            </th>
            <th scope="col" className="w-16 px-2 py-2 font-medium">
              List
            </th>
            <th scope="col" className="w-36 px-2 py-2 pr-5 font-medium">
              Mail
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {preferences.events.map((row) => (
            <EventRow key={row.event} row={row} onChoose={(choice) => choose(row.event, choice)} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function EventRow({ row, onChoose }: { row: NotifiedEventRow; onChoose: (choice: EventChoice) => void }) {
  const { choice } = row;
  return (
    <tr>
      <th scope="row" className="px-5 py-2 text-left font-medium text-ink">
        {row.label}
        <span className="block text-xs font-normal text-ink-subtle">{row.audience}</span>
      </th>
      <td className="px-2 py-2">
        <Switch label={`List: ${row.label}`} checked={choice.bell} onChange={(bell) => onChoose({ ...choice, bell })} />
      </td>
      <td className="px-2 py-2 pr-5">
        <Select
          label={`Mail: ${row.label}`}
          size="sm"
          value={choice.mail}
          options={MAIL_OPTIONS}
          onChange={(mail) => onChoose({ ...choice, mail })}
        />
      </td>
    </tr>
  );
}
