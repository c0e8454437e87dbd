import { useQuery } from "@tanstack/react-query";
import { Pencil, Tags as TagsIcon, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog } from "@/shared/ui/Dialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { SearchInput } from "@/shared/ui/SearchInput";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { tagsQuery } from "../api";
import { SelectBox } from "../SelectBox";
import { useChangeTags } from "./api";
import {
  tagActionOf,
  tagActionSentence,
  matchingTags,
  MOST_TAGS_AT_ONCE,
  type TagAction,
  type TagCount,
} from "./tagActions";

interface TagsDialogProps {
  project: string;
  dataset: Dataset;
  onClose: () => void;
}

export function TagsDialog(props: TagsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Tags"
      description="Rename, merge or remove tags on all cases at once. Each change creates one version."
      width="lg"
    >
      <TagList {...props} />
    </Dialog>
  );
}

/** What is about to be done, and with which tags. */
interface Asked {
  what: "rename" | "remove";
  tags: readonly string[];
}

function TagList({ project, dataset }: TagsDialogProps) {
  const found = useQuery(tagsQuery(project, dataset.id));
  const known: readonly TagCount[] = found.data?.items ?? [];
  const [typed, setTyped] = useState("");
  const [held, setHeld] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  // A tag that is gone is not chosen any more.
  const chosen = held.filter((tag) => known.some((one) => one.tag === tag));
  const shown = matchingTags(known, typed);
  const done = (words: string) => {
    notify.success(words);
    setHeld([]);
    setAsked(null);
  };
  if (found.isPending) return <RowSkeletons count={5} label="Loading tags" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (known.length === 0)
    return (
      <EmptyState action={null} icon={<TagsIcon />} title="No tags yet">
        Tags are set on cases: by hand, in an imported file, or by a model that writes cases.
      </EmptyState>
    );
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <div className="flex items-center gap-3">
        <SearchInput label="Search tags" value={typed} onChange={setTyped} className="min-w-0 flex-1" />
        <span role="status" className="text-xs whitespace-nowrap text-ink-subtle">
          {chosen.length > 0 ? `${chosen.length} chosen` : countOf(known.length, "tag")}
        </span>
      </div>
      <ul
        aria-label="Tags of this dataset"
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {shown.length === 0 && <li className="px-4 py-6 text-center text-sm text-ink-muted">No results found</li>}
        {shown.map(({ tag, cases }) => (
          <li key={tag} className="flex min-h-10 items-center gap-3 pr-1 pl-3 text-sm">
            <SelectBox
              label={`Choose ${tag}`}
              checked={chosen.includes(tag)}
              onToggle={() =>
                setHeld(
                  chosen.includes(tag)
                    ? chosen.filter((one) => one !== tag)
                    : [...chosen, tag].slice(0, MOST_TAGS_AT_ONCE),
                )
              }
            />
            <span className="min-w-0 flex-1 truncate text-ink" title={tag}>
              {visibleText(tag)}
            </span>
            <span className="text-xs text-ink-subtle">{countOf(cases, "case")}</span>
            <IconButton label={`Rename ${tag}`} onClick={() => setAsked({ what: "rename", tags: [tag] })}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={`Remove ${tag}`} tone="danger" onClick={() => setAsked({ what: "remove", tags: [tag] })}>
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {chosen.length > 0 && asked === null && (
        <div className="flex flex-wrap gap-2">
          {chosen.length > 1 && (
            <Button variant="secondary" size="sm" onClick={() => setAsked({ what: "rename", tags: chosen })}>
              Merge {countOf(chosen.length, "tag")}…
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => setAsked({ what: "remove", tags: chosen })}>
            Remove {countOf(chosen.length, "tag")}…
          </Button>
        </div>
      )}
      {asked && (
        <Change
          key={`${asked.what} ${asked.tags.join(",")}`}
          project={project}
          dataset={dataset}
          asked={asked}
          known={known}
          onCancel={() => setAsked(null)}
          onDone={done}
        />
      )}
    </div>
  );
}

interface ChangeProps {
  project: string;
  dataset: Dataset;
  asked: Asked;
  known: readonly TagCount[];
  onCancel: () => void;
  onDone: (words: string) => void;
}

/** The last word before all cases change. */
function Change({ project, dataset, asked: { what, tags }, known, onCancel, onDone }: ChangeProps) {
  const [to, setTo] = useState(tags[0] ?? "");
  const change = useChangeTags(project, dataset.id);
  const act: TagAction | null = what === "remove" ? { action: "remove", tags } : tagActionOf(tags, to, known);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act && !change.isPending)
      change.mutate(act, { onSuccess: ({ note, dataset: now }) => onDone(`${note}, version ${now.version}`) });
  };
  const label = act?.action === "merge" ? "Merge" : what === "remove" ? "Remove" : "Rename";
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 rounded-md border border-line bg-surface px-4 py-3">
      {what === "rename" && (
        <Field
          label={tags.length === 1 ? `New name of “${tags[0] ?? ""}”` : `One name for ${countOf(tags.length, "tag")}`}
        >
          <Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because a person asked to type here
            autoFocus
            value={to}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setTo(target.value)}
          />
        </Field>
      )}
      <p role="status" className="min-h-5 text-sm wrap-anywhere text-ink-muted">
        {act ? visibleText(tagActionSentence(act, known, dataset.version)) : "Type another name."}
      </p>
      {change.isError && (
        <Notice tone="error" alert>
          {change.error instanceof ApiError
            ? [change.error.message, change.error.nextStep].filter(Boolean).join(" ")
            : "Something went wrong."}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="sm"
          variant={what === "remove" ? "danger" : "primary"}
          disabled={!act}
          loading={change.isPending}
        >
          {label}
        </Button>
      </div>
    </form>
  );
}
