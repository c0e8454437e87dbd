import { useNavigate } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { FileInput } from "@/shared/ui/FileInput";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useImportFile } from "../api";
import type { SuiteFileCheck } from "../types";
import { listed } from "../recipePhrasing";

const MOST_BYTES = 1_000_000;

/** A suite from a file: what it would do is said before anything is saved, with every problem at once. */
export function SuiteImportDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const [text, setText] = useState("");
  const [checked, setChecked] = useState<{ text: string; found: SuiteFileCheck } | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const check = useImportFile(project);
  const save = useImportFile(project);
  const navigate = useNavigate();
  const known = checked?.text === text ? checked.found : null;
  const look = (written: string) =>
    check.mutate({ text: written, dryRun: true }, { onSuccess: (found) => setChecked({ text: written, found }) });
  const read = async (file: File) => {
    if (file.size > MOST_BYTES) {
      notify.warning("This file is too large to be a suite. Choose a YAML file of a suite.");
      return;
    }
    const written = await file.text();
    setText(written);
    look(written);
  };
  const keep = () =>
    save.mutate(
      { text, dryRun: false },
      {
        onSuccess: (made) => {
          if (!made.suite) {
            setChecked({ text, found: made });
            return;
          }
          notify.success(made.created ? "Suite created from the file" : "Suite changed");
          void navigate({
            to: "/projects/$slug/suites/$suite",
            params: { slug: project, suite: made.suite.id },
            search: {},
          });
        },
      },
    );
  const failed = check.error ?? save.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Suite from a file"
      description="Use a YAML file from “Download as YAML” or edison run. A suite with the same name is changed."
      width="lg"
      closeOnOutside={text === ""}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (known && known.problems.length === 0) keep();
          else if (text.trim() !== "") look(text);
        }}
      >
        <Field
          label="YAML"
          aside={
            <Button variant="ghost" size="sm" onClick={() => chooser.current?.click()}>
              <FileUp aria-hidden /> Choose a file
            </Button>
          }
        >
          <Textarea
            rows={14}
            value={text}
            spellCheck={false}
            className="font-mono text-xs leading-5"
            placeholder={PLACEHOLDER}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <FileInput
          ref={chooser}
          label="File of a suite"
          accept=".yaml,.yml,text/yaml"
          onFile={(file) => void read(file)}
        />
        {known && <Found found={known} />}
        {failed && (
          <Notice tone="error" alert className="mt-3">
            {failed instanceof ApiError ? failed.message : "The request failed."}
          </Notice>
        )}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          {known && known.problems.length === 0 ? (
            <Button type="submit" loading={save.isPending}>
              {known.created ? "Create suite" : "Change suite"}
            </Button>
          ) : (
            <Button type="submit" disabled={text.trim() === ""} loading={check.isPending}>
              Check
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const PLACEHOLDER = "name: Nightly support answers\nprompt: …";

function Found({ found }: { found: SuiteFileCheck }) {
  if (found.problems.length > 0) {
    return (
      <div role="alert" className="mt-3 rounded-md bg-error-soft px-3 py-2.5 text-sm text-error">
        <p className="font-medium">{countOf(found.problems.length, "problem")} in the file</p>
        <ul className="mt-1 flex flex-col gap-1">
          {found.problems.map(({ where, message, line }) => (
            <li key={`${where} ${line} ${message}`} className="flex items-start gap-1.5 text-xs">
              <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                {line !== null && <span className="font-medium">Line {line}. </span>}
                {where && <code>{where}</code>} {message}
              </span>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <p
      role="status"
      className="mt-3 flex items-start gap-2 rounded-md bg-success-soft px-3 py-2.5 text-sm text-success"
    >
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      {found.created ? (
        <>Creates a new suite “{found.name}”.</>
      ) : found.changed.length > 0 ? (
        <>
          Changes {listed(found.changed)} of “{found.name}”.
        </>
      ) : (
        <>“{found.name}” already has these settings.</>
      )}
    </p>
  );
}
