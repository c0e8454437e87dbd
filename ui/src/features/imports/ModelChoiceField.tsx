import { useQuery } from "@tanstack/react-query";
import { modelQuery } from "@/features/models";
import { type ChosenModel, ModelPicker } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { Field } from "@/shared/ui/Field";
import { type ModelChoice, USE_NAMES } from "./importReport";

interface ModelChoiceFieldProps {
  project: string;
  choice: ModelChoice;
  uses: readonly ModelChoice["use"][];
  chosen: ChosenModel | null;
  onChoose: (model: ChosenModel) => void;
}

/** The model of the catalog that takes the place of one that the files name. */
export function ModelChoiceField({ project, choice, uses, chosen, onChoose }: ModelChoiceFieldProps) {
  const found = useQuery({ ...modelQuery(project, choice.model ?? ""), enabled: choice.model !== null && !chosen });
  const shown = chosen ?? (choice.model === null ? null : (found.data ?? null));
  const several = choice.offered.length > 1;
  const why = several
    ? `${countOf(choice.offered.length, "credential")} offer ${choice.name}. Choose one.`
    : "No model of the catalog has this name.";
  const use = uses.map((each) => USE_NAMES[each]).join(", ");
  return (
    <Field label={choice.source} hint={choice.model === null && !chosen ? `${use}. ${why}` : `${use}.`}>
      <ModelPicker
        project={project}
        label={choice.source}
        chosen={shown}
        onChoose={onChoose}
        usual={several ? choice.name : ""}
      />
    </Field>
  );
}
