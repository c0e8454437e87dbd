import { CriteriaInput } from "@/shared/labels/CriteriaInput";
import { StarsInput } from "@/shared/labels/StarsInput";
import { ThumbsInput } from "@/shared/labels/ThumbsInput";
import { type Draft, type Question, withCriterion } from "./labelDraft";

interface ValueInputProps {
  question: Question;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The question of a queue, in whichever way it is asked. */
export function ValueInput({ question, draft, onChange }: ValueInputProps) {
  const { ask, criteria } = question;
  if (ask === "thumbs") return <ThumbsInput good={draft.good} onChoose={(good) => onChange({ ...draft, good })} />;
  if (ask === "stars")
    return <StarsInput size="lg" stars={draft.stars} onChoose={(stars) => onChange({ ...draft, stars })} />;
  const give = (place: number, value: number | null) => {
    if (value !== null && (criteria[place]?.scale ?? 0) <= 10)
      return onChange(withCriterion(draft, criteria, place, value));
    const given = { ...draft.criteria };
    const name = criteria[place]?.name ?? "";
    if (value === null) delete given[name];
    else given[name] = value;
    onChange({ ...draft, criteria: given, at: place, typed: "" });
  };
  return (
    <CriteriaInput
      criteria={criteria}
      given={draft.criteria}
      at={draft.at}
      onGive={give}
      onTurn={(at) => onChange({ ...draft, at, typed: "" })}
    />
  );
}
