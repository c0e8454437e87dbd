import { Check, CircleHelp, Minus } from "lucide-react";
import { useState } from "react";
import type { Model } from "@/api/types";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { notify } from "@/shared/ui/notify";
import { Tooltip } from "@/shared/ui/Tooltip";
import { useEditModel } from "./api";
import { ABILITIES, API_NAMES, knownWord, SIZES } from "./capabilityForm";
import { CapabilitiesDialog } from "./CapabilitiesDialog";
import { dayOf, lifetimeText } from "./retirementText";

interface CardProps {
  project: string;
  model: Model;
  manages: boolean;
}

const ICONS = {
  yes: <Check aria-hidden className="size-3.5 text-success-mark" />,
  no: <Minus aria-hidden className="size-3.5 text-ink-subtle" />,
  unknown: <CircleHelp aria-hidden className="size-3.5 text-ink-subtle" />,
};

const LOOKS = { yes: "text-ink", no: "text-ink-subtle line-through", unknown: "text-ink-subtle" };

/** What documents state about this model, and where it was read. */
function Facts({ model }: { model: Model }) {
  const lifetime = lifetimeText(model);
  const efforts = model.efforts?.join(", ");
  if (!lifetime && efforts === undefined) return null;
  const read = [
    model.facts_source && model.facts_read_on ? `${model.facts_source} (${dayOf(model.facts_read_on)})` : null,
    model.retirement?.read_on ? `${model.retirement.source} (${dayOf(model.retirement.read_on)})` : null,
  ].filter((source) => source !== null);
  return (
    <dl className="mb-2.5 flex flex-col gap-1 border-b border-line pb-2.5 text-sm">
      {efforts !== undefined && (
        <div className="flex justify-between gap-4">
          <dt className="shrink-0 text-ink-muted">Reasoning efforts</dt>
          <dd className="text-right font-medium">{efforts || "none to set"}</dd>
        </div>
      )}
      {lifetime && (
        <div className="flex justify-between gap-4">
          <dt className="shrink-0 text-ink-muted">Lifetime</dt>
          <dd className="text-right font-medium">{lifetime}</dd>
        </div>
      )}
      <div className="flex flex-col gap-0.5 text-xs text-ink-subtle">
        <dt className="sr-only">Read in</dt>
        {read.map((source) => (
          <dd key={source} className="wrap-anywhere">
            {source}
          </dd>
        ))}
      </div>
    </dl>
  );
}

export function CapabilitiesCard({ project, model, manages }: CardProps) {
  const [editing, setEditing] = useState(false);
  const corrected = new Set(model.corrections);
  return (
    <Card aria-label="Capabilities">
      <CardHeader room="dense" className="flex-row items-center justify-between">
        <CardTitle>Capabilities</CardTitle>
        {manages && (
          <Button variant="ghost" size="xs" className="-mr-2" onClick={() => setEditing(true)}>
            Correct
          </Button>
        )}
      </CardHeader>
      <CardContent room="dense">
        <dl className="mb-2.5 flex flex-col gap-1 border-b border-line pb-2.5 text-sm">
          {model.has_both_apis && (
            <div className="flex justify-between gap-4">
              <dt className="text-ink-muted">API</dt>
              <dd className="font-medium">
                {API_NAMES[model.api_in_use]}
                {model.api === "automatic" && <span className="font-normal text-ink-subtle"> (automatic)</span>}
              </dd>
            </div>
          )}
          {SIZES.map(({ key, label }) => (
            <div key={key} className="flex justify-between gap-4">
              <dt className="text-ink-muted">
                {label}
                {corrected.has(key) && <Corrected />}
              </dt>
              <dd className="font-medium">
                {model.capabilities[key] === null ? (
                  <span className="font-normal text-ink-subtle">unknown</span>
                ) : (
                  `${model.capabilities[key].toLocaleString("en")} tokens`
                )}
              </dd>
            </div>
          ))}
        </dl>
        <Facts model={model} />
        <dl className="grid grid-cols-3 gap-x-3 gap-y-1 text-sm md:max-lg:grid-cols-2">
          {ABILITIES.map(({ key, label, short }) => {
            const known = knownWord(model.capabilities[key]);
            return (
              <div key={key} className="flex min-w-0 flex-row-reverse items-center justify-end gap-1.5">
                <dt title={`${label}: ${known}`} className={cx("min-w-0 truncate", LOOKS[known])}>
                  {short}
                  {corrected.has(key) && <Corrected />}
                </dt>
                <dd className="shrink-0">
                  {ICONS[known]}
                  <span className="sr-only">{known}</span>
                </dd>
              </div>
            );
          })}
        </dl>
        <Dropped project={project} model={model} manages={manages} />
      </CardContent>
      {editing && <CapabilitiesDialog project={project} model={model} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function Corrected() {
  return (
    <Tooltip text="Corrected by this project">
      <span className="ml-1 text-lilac">
        *<span className="sr-only"> corrected</span>
      </span>
    </Tooltip>
  );
}

/** What the model refused so far. Edison leaves out its own defaults; what a person set is still sent. */
function Dropped({ project, model, manages }: CardProps) {
  const edit = useEditModel(project, model.id);
  const dropped = Object.entries(model.dropped);
  if (dropped.length === 0) return null;
  const forget = () =>
    edit.mutate(
      { forget_dropped: true },
      { onSuccess: () => notify.success("Refused parameters forgotten"), onError: notify.failure },
    );
  return (
    <div className="mt-3 border-t border-line pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">Refused parameters</h3>
        {manages && (
          <Button variant="ghost" size="xs" className="-mr-2" loading={edit.isPending} onClick={forget}>
            Forget
          </Button>
        )}
      </div>
      <p className="mt-0.5 text-xs text-ink-subtle">
        Left out where Edison set them by itself. Parameters that you set are sent.
      </p>
      <ul className="mt-1 flex flex-col gap-1.5">
        {dropped.map(([name, words]) => (
          <li key={name} className="text-xs text-ink-muted">
            <Badge tone="warning">
              <code>{name}</code>
            </Badge>{" "}
            <span className="wrap-anywhere">{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
