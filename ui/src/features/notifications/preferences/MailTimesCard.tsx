import { type FormEvent, useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { Picker } from "@/shared/ui/Picker";
import { useSavePreferences } from "../api";
import type { NotificationPreferences } from "../types";
import { choicesOf, zonesWith } from "./choices";

const USUAL = { from: "22:00", to: "07:00", weekends: false };
const MOST_ZONES = 30;

/** The time zone of the digest, and the hours in which mail is held. */
export function MailTimesCard({ preferences }: { preferences: NotificationPreferences }) {
  const save = useSavePreferences();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [timezone, setTimezone] = useState(preferences.timezone);
  const [typed, setTyped] = useState("");
  const [isQuiet, setQuiet] = useState(preferences.quiet !== null);
  const [quiet, setHours] = useState(preferences.quiet ?? USUAL);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { timezone, quiet: isQuiet ? quiet : null, events: choicesOf(preferences) },
      { onSuccess: () => notify.success("Times saved"), onError: notify.failure },
    );
  };
  return (
    <Card aria-label="Times of mail">
      <CardHeader>
        <CardTitle>Times of mail</CardTitle>
        <CardDescription>The daily digest is sent at 08:00. Mail of quiet hours is sent when they end.</CardDescription>
      </CardHeader>
      <CardContent>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field
            label="Time zone"
            className="max-w-xs"
            aside={
              timezone === own ? undefined : (
                <Button variant="ghost" size="xs" onClick={() => setTimezone(own)}>
                  Use {own}
                </Button>
              )
            }
          >
            <Picker
              value={timezone}
              shown={timezone}
              placeholder="Search time zones"
              options={zonesWith(timezone)
                .filter((zone) => zone.toLowerCase().includes(typed.toLowerCase()))
                .slice(0, MOST_ZONES)
                .map((zone) => ({ value: zone, label: zone }))}
              onChoose={({ value }) => setTimezone(value)}
              onSearch={setTyped}
            />
          </Field>
          <Checkbox checked={isQuiet} onChange={setQuiet} label="Hold mail in quiet hours" />
          {isQuiet && (
            <div className="flex flex-wrap items-end gap-3">
              <Field label="From" className="w-32">
                <Input
                  type="time"
                  value={quiet.from}
                  onChange={({ target }) => setHours({ ...quiet, from: target.value })}
                />
              </Field>
              <Field label="To" className="w-32">
                <Input
                  type="time"
                  value={quiet.to}
                  onChange={({ target }) => setHours({ ...quiet, to: target.value })}
                />
              </Field>
              <div className="pb-1.5">
                <Checkbox
                  checked={quiet.weekends}
                  onChange={(weekends) => setHours({ ...quiet, weekends })}
                  label="Also quiet all weekend"
                />
              </div>
            </div>
          )}
          <div>
            <Button type="submit" loading={save.isPending}>
              Save times
            </Button>
          </div>
        </form>
      </CardContent>
    </Card>
  );
}
