import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { AddModels } from "@/features/models/credentials";
import { fewModelsQuery } from "@/features/models";
import { type ChosenModel, ModelPicker } from "@/features/runs";
import { IconButton } from "@/shared/ui/IconButton";
import { ProviderMark } from "@/shared/ui/ProviderMark";

interface ModelsPartProps {
  project: string;
  models: readonly ChosenModel[];
  onChange: (models: ChosenModel[]) => void;
}

export function ModelsPart({ project, models, onChange }: ModelsPartProps) {
  const found = useQuery(fewModelsQuery(project, "", 1)).data;
  const none = found !== undefined && found.items.length === 0;
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Chosen models" className="flex flex-col gap-1.5">
        {models.map((model) => (
          <li key={model.id} className="flex items-center gap-2 rounded-md border border-line px-3 py-1.5 text-sm">
            <ProviderMark provider={model.provider} size="sm" />
            <span className="min-w-0 flex-1 truncate font-medium text-ink">{model.title}</span>
            <IconButton
              label={`Remove ${model.title}`}
              className="size-7"
              onClick={() => onChange(models.filter(({ id }) => id !== model.id))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {none ? (
          <AddModels project={project} />
        ) : (
          <ModelPicker
            project={project}
            label="Add a model"
            onChoose={(model) => !models.some(({ id }) => id === model.id) && onChange([...models, model])}
            adding
          />
        )}
      </div>
    </div>
  );
}
