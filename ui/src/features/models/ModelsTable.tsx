import { Link } from "@tanstack/react-router";
import type { Model } from "@/api/types";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { formatTokens } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { CapabilityMarks } from "./CapabilityMarks";
import { ModelWarnings } from "./ModelWarnings";
import { cacheWords, Rate, SOURCE_WORDS } from "./PriceText";

interface ModelsTableProps {
  project: string;
  models: readonly Model[];
  /** Null without permission to edit. */
  onSetPrice: ((model: Model) => void) | null;
}

export function ModelsTable({ project, models, onSetPrice }: ModelsTableProps) {
  const columns: Column<Model>[] = [
    {
      key: "model",
      header: "Model",
      lead: true,
      className: "lg:w-[30%]",
      cell: (model) => <CatalogModelName project={project} model={model} />,
    },
    {
      key: "provider",
      header: "Provider",
      className: "lg:w-[16%]",
      cell: (model) => (
        <div className="flex min-w-0 items-center gap-2">
          <ProviderMark provider={model.provider} size="sm" />
          <span title={model.credential_label} className="min-w-0 truncate">
            {PROVIDER_NAMES[model.provider]}
            {model.credential_label !== PROVIDER_NAMES[model.provider] && (
              <span className="text-ink-subtle"> · {model.credential_label}</span>
            )}
          </span>
        </div>
      ),
    },
    {
      key: "context",
      header: "Context",
      align: "right",
      className: "whitespace-nowrap lg:w-[9%]",
      cell: ({ capabilities: { context_window: tokens } }) =>
        tokens === null ? (
          <span className="text-ink-subtle">unknown</span>
        ) : (
          <span title={`${tokens.toLocaleString("en")} tokens`}>{formatTokens(tokens)}</span>
        ),
    },
    {
      key: "capabilities",
      header: "Capabilities",
      className: "lg:w-[24%]",
      cell: (model) => <CapabilityMarks capabilities={model.capabilities} />,
    },
    {
      key: "price",
      header: "In / out per 1M tokens",
      align: "right",
      className: "sm:max-lg:col-span-2 lg:w-[21%]",
      cell: (model) => <Prices model={model} onSetPrice={onSetPrice} />,
    },
  ];
  return <DataTable caption="Models of this project" columns={columns} rows={models} rowKey={({ id }) => id} fixed />;
}

function CatalogModelName({ project, model }: { project: string; model: Model }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Link
        to="/projects/$slug/models/$model"
        params={{ slug: project, model: model.id }}
        className={cx(
          "inline-flex min-h-6 max-w-full items-center rounded font-medium text-ink",
          "hover:text-accent-ink hover:underline",
        )}
      >
        <span title={model.title} className="truncate">
          {model.title}
        </span>
      </Link>
      {model.title !== model.name && (
        <span title={model.name} className="truncate font-mono text-xs text-ink-subtle">
          {model.name}
        </span>
      )}
      <ModelWarnings model={model} />
    </div>
  );
}

function Prices({ model, onSetPrice }: { model: Model; onSetPrice: ModelsTableProps["onSetPrice"] }) {
  const { price } = model;
  if (!price) {
    return (
      <span className="flex flex-wrap items-center justify-end gap-x-1 text-ink-subtle">
        unknown
        {onSetPrice && (
          <Button
            variant="ghost"
            size="xs"
            className="-mr-2"
            aria-label={`Set price of ${model.name}`}
            onClick={() => onSetPrice(model)}
          >
            Set price
          </Button>
        )}
      </span>
    );
  }
  if (price.source === "free") return "free";
  return (
    <span className="flex flex-wrap items-baseline justify-end gap-x-2" title={cacheWords(price) ?? undefined}>
      {/* The list price is what everybody expects; only another one is worth a word. */}
      {price.source !== "list" && <span className="text-xs text-ink-subtle">{SOURCE_WORDS[price.source]}</span>}
      <span className="whitespace-nowrap">
        <Rate price={price} name="input" />
        {price.per_call === null && (
          <>
            {" "}
            <span aria-hidden className="text-ink-subtle">
              /
            </span>{" "}
            <Rate price={price} name="output" />
          </>
        )}
      </span>
    </span>
  );
}
