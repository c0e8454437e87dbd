import type { Model } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Segmented, type SegmentedOption } from "@/shared/ui/Segmented";
import { Switch } from "@/shared/ui/Switch";
import { Tooltip } from "@/shared/ui/Tooltip";
import type { PlaygroundValues, OutputKind } from "./playgroundBody";

interface AnswerFormatFieldsProps {
  model: Model;
  values: PlaygroundValues;
  /** How long an answer may be used again in this project; 0 means never. */
  reuseMinutes: number;
  onChange: (values: PlaygroundValues) => void;
}

/** In which form the answer comes, and whether an earlier one will do. */
export function AnswerFormatFields({ model, values, reuseMinutes, onChange }: AnswerFormatFieldsProps) {
  const outputs: SegmentedOption<OutputKind>[] = [
    { value: "text", label: "Text" },
    {
      value: "json",
      label: "JSON",
      refused: model.capabilities.json_mode === false ? "This model has no JSON mode" : undefined,
    },
    {
      value: "schema",
      label: "Schema",
      refused: model.capabilities.schema === false ? "This model does not follow a schema" : undefined,
    },
  ];
  const window = countOf(reuseMinutes, "minute");
  return (
    <>
      <span className="flex items-center gap-2">
        <span aria-hidden className="text-sm text-ink-muted">
          Answer as
        </span>
        <Segmented
          label="Answer as"
          value={values.output}
          onChange={(output) => onChange({ ...values, output })}
          options={outputs}
        />
      </span>
      {reuseMinutes > 0 && (
        <Tooltip text={`If the same call was made within ${window}, its stored answer is used at no cost`}>
          <span className="flex items-center gap-2">
            <span aria-hidden className="text-sm text-ink-muted">
              Reuse earlier answer
            </span>
            <Switch
              label={`Use the stored answer if the same call was made within ${window}`}
              checked={values.reuse}
              onChange={(reuse) => onChange({ ...values, reuse })}
            />
          </span>
        </Tooltip>
      )}
    </>
  );
}
