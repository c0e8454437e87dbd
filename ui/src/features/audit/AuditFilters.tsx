import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { type AuditFilter, NO_FILTER } from "./api";

interface AuditFiltersProps {
  value: AuditFilter;
  onChange: (filter: AuditFilter) => void;
  /** Offered while typing: what the entries on screen contain. */
  actions: readonly string[];
  entityTypes: readonly string[];
}

export function AuditFilters({ value, onChange, actions, entityTypes }: AuditFiltersProps) {
  const id = useId();
  const set = (part: Partial<AuditFilter>) => onChange({ ...value, ...part });
  const used = Object.values(value).some((part) => part !== "");
  return (
    <div
      role="search"
      aria-label="Audit log filters"
      className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[1fr_1fr_1fr_9.5rem_9.5rem_auto]"
    >
      <Field label="Action">
        <Input
          list={`${id}-actions`}
          placeholder="Any action"
          value={value.action}
          onChange={(event) => set({ action: event.target.value })}
        />
      </Field>
      <Field label="Actor">
        <Input placeholder="Anyone" value={value.actor} onChange={(event) => set({ actor: event.target.value })} />
      </Field>
      <Field label="Entity type">
        <Input
          list={`${id}-entities`}
          placeholder="Anything"
          value={value.entity_type}
          onChange={(event) => set({ entity_type: event.target.value })}
        />
      </Field>
      <Field label="From">
        <Input
          type="date"
          value={value.from}
          max={value.to || undefined}
          onChange={(event) => set({ from: event.target.value })}
        />
      </Field>
      <Field label="To">
        <Input
          type="date"
          value={value.to}
          min={value.from || undefined}
          onChange={(event) => set({ to: event.target.value })}
        />
      </Field>
      <Button variant="ghost" disabled={!used} onClick={() => onChange(NO_FILTER)}>
        <X aria-hidden /> Clear filters
      </Button>
      <datalist id={`${id}-actions`}>
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <datalist id={`${id}-entities`}>
        {entityTypes.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </div>
  );
}
