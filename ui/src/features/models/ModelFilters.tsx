import { X } from "lucide-react";
import type { CredentialCard, Provider } from "@/api/types";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { Button } from "@/shared/ui/Button";
import { SearchField } from "@/shared/ui/SearchField";
import { Select } from "@/shared/ui/Select";
import type { ModelFilter } from "./api";

interface ModelFiltersProps {
  filter: ModelFilter;
  credentials: readonly CredentialCard[];
  onChange: (filter: ModelFilter, replace: boolean) => void;
}

const ALL = "all";

/** The address holds the filters, so that they can be shared and the back button undoes them. */
export function ModelFilters({ filter, credentials, onChange }: ModelFiltersProps) {
  const providers = [...new Set(credentials.map(({ provider }) => provider))];
  const set = (part: Partial<Record<keyof ModelFilter, string | undefined>>) =>
    onChange(without({ ...filter, ...part }), false);
  return (
    <div role="search" aria-label="Filter models" className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search models"
        inAddress={filter.search ?? ""}
        onSearch={(search, replace) => onChange(without({ ...filter, search }), replace)}
      />
      <Select
        label="Provider"
        className="w-40"
        value={filter.provider ?? ALL}
        onChange={(provider) => set({ provider: provider === ALL ? undefined : provider })}
        options={[
          { value: ALL, label: "All providers" },
          ...withChosen(providers, filter.provider).map((value) => ({ value, label: PROVIDER_NAMES[value] })),
        ]}
      />
      <Select
        label="Credential"
        className="w-44"
        value={filter.credential ?? ALL}
        onChange={(credential) => set({ credential: credential === ALL ? undefined : credential })}
        options={credentialOptions(credentials, filter.credential)}
      />
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" onClick={() => onChange({}, false)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  );
}

function without(filter: Partial<Record<keyof ModelFilter, string | undefined>>): ModelFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function withChosen(providers: readonly Provider[], chosen: Provider | undefined): readonly Provider[] {
  return chosen && !providers.includes(chosen) ? [...providers, chosen] : providers;
}

function credentialOptions(credentials: readonly CredentialCard[], chosen: string | undefined) {
  const options = [
    { value: ALL, label: "All credentials" },
    ...credentials.map(({ id, label }) => ({ value: id, label })),
  ];
  return chosen && !credentials.some(({ id }) => id === chosen)
    ? [...options, { value: chosen, label: "A removed credential" }]
    : options;
}
