import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Credential } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { DialogFooter } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { EMPTY_PLAYGROUND, PlaygroundOutcome, useAskModel } from "../playground";
import { applicationQuery } from "./api";

interface ApplicationTestProps {
  project: string;
  credential: Credential;
  onClose: () => void;
}

/** Send a request to a saved application, and show the text that is read from its response. */
export function ApplicationTest({ project, credential, onClose }: ApplicationTestProps) {
  const models = useQuery(applicationQuery(project, credential.id));
  const model = models.data?.items[0];
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="success">
        {credential.config["application"]} answered the test request. It is saved and can be a target of runs.
      </Notice>
      {models.isPending && <BlockSkeleton lines={3} label="Loading the application" />}
      {models.isError && <ErrorState error={models.error} onRetry={() => void models.refetch()} />}
      {model && <TestRequest project={project} model={model.id} sample={credential.config["test_input"] ?? "Hello"} />}
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </div>
  );
}

function TestRequest({ project, model, sample }: { project: string; model: string; sample: string }) {
  const [text, setText] = useState(sample);
  const [asked, setAsked] = useState<{ id: string; since: number } | null>(null);
  const [waiting, setWaiting] = useState(false);
  const ask = useAskModel(project, model);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (waiting || ask.isPending || text.trim() === "") return;
    ask.mutate(
      { ...EMPTY_PLAYGROUND, prompt: text },
      {
        onSuccess: ({ id }) => {
          setAsked({ id, since: performance.now() });
          setWaiting(true);
        },
      },
    );
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-3">
      <Field label="Input" hint="Sent as every variable of the request template.">
        <Textarea value={text} onChange={(event) => setText(event.target.value)} rows={2} />
      </Field>
      <Button type="submit" variant="secondary" className="self-start" loading={ask.isPending || waiting}>
        Send a test request
      </Button>
      {ask.isError && <ErrorState error={ask.error} />}
      {asked && (
        <PlaygroundOutcome
          key={asked.id}
          project={project}
          wanted={asked.id}
          since={asked.since}
          money="real"
          onSetPrice={null}
          onDone={() => setWaiting(false)}
        />
      )}
    </form>
  );
}
