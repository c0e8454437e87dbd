import { type FormEvent, useState } from "react";
import { PromoteDialog, protectionOf } from "@/features/promotions";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useMoveLabel } from "../promptMutations";
import { PRODUCTION, productionMove, setLabels } from "../promptPhrasing";
import type { QuestionProps } from "./versionDialogs";

const SUGGESTED = [PRODUCTION, "staging"];

export function LabelDialog(props: QuestionProps) {
  // A protected label that was chosen: it moves by a promotion.
  const [promoted, setPromoted] = useState<string | null>(null);
  const { project, prompt, version, onClose } = props;
  if (promoted !== null)
    return (
      <PromoteDialog project={project} prompt={prompt} label={promoted} number={version.number} onClose={onClose} />
    );
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={`Label version ${props.version.number}`}
      description="A label points to one version and can be moved to another. Programs request a prompt by its label."
      width="sm"
    >
      <LabelForm {...props} onPromote={setPromoted} />
    </Dialog>
  );
}

function LabelForm({
  project,
  prompt,
  version,
  onClose,
  onPromote,
}: QuestionProps & { onPromote: (label: string) => void }) {
  const [label, setLabel] = useState("");
  const [problem, setProblem] = useState<string>();
  // Production is asked twice: what it points to is what the world sees.
  const [sure, setSure] = useState(false);
  const move = useMoveLabel(project.slug, prompt.id);
  const known = [...new Set([...SUGGESTED, ...setLabels(prompt.labels).map(([name]) => name)])];
  const wanted = label.trim();
  const now = prompt.labels[wanted];
  const guarded = protectionOf(project, wanted) !== null;
  const asking = sure && wanted === PRODUCTION;
  const choose = (name: string) => {
    setLabel(name);
    setSure(false);
    setProblem(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (move.isPending) return;
    if (!wanted) return setProblem("Label is required");
    if (guarded) return onPromote(wanted);
    if (wanted === PRODUCTION && !sure) return setSure(true);
    move.mutate(
      { label: wanted, number: version.number },
      {
        onSuccess: () => {
          notify.success(`${wanted} is now version ${version.number}`);
          onClose();
        },
        onError: (error) => {
          setSure(false);
          setProblem(error instanceof ApiError ? error.message : "Something went wrong.");
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field
        label="Label"
        required
        error={problem}
        hint={
          guarded
            ? "This label is protected: it moves by a promotion, with evidence and an approval."
            : now !== undefined && now !== version.number
              ? `The label points to version ${now} now and will be moved.`
              : "Lower case letters, digits, dots, hyphens and underscores."
        }
      >
        <Input
          value={label}
          maxLength={50}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => choose(event.target.value)}
          className="font-mono text-sm"
        />
      </Field>
      <div role="group" aria-label="Labels to choose from" className="flex flex-wrap gap-1.5">
        {known.map((name) => (
          <Button key={name} variant="secondary" size="xs" onClick={() => choose(name)}>
            {name}
          </Button>
        ))}
      </div>
      {asking && (
        <Notice tone="warning" alert>
          {productionMove(now, version.number)} Press the button again to confirm.
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={asking ? "danger" : "primary"} loading={move.isPending}>
          {guarded ? "Promote…" : asking ? "Move production" : "Set label"}
        </Button>
      </DialogFooter>
    </form>
  );
}
