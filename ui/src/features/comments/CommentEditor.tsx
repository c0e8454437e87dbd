/** Write a comment: Ctrl+Enter sends, Escape cancels, and @ offers the members of the project. */
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { memberListQuery } from "@/features/people/members";
import { displayName } from "@/shared/format/displayName";
import { Avatar } from "@/shared/ui/Avatar";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { controlClass } from "@/shared/ui/Input";
import { NOTHING_WRITTEN, textOf, typedMention, withMention, type Writing } from "./commentText";
import { forgetDraft, useCommentDraft } from "./useCommentDraft";

const MOST = 10_000;

interface CommentEditorProps {
  project: string;
  /** Under this name the draft is kept. */
  draft: string;
  label: string;
  placeholder?: string;
  send: string;
  start?: Writing;
  sending: boolean;
  focus?: boolean;
  onSend: (text: string, done: () => void) => void;
  onCancel?: () => void;
}

export function CommentEditor(props: CommentEditorProps) {
  const { project, draft, label, placeholder, send, start, sending, focus = false, onSend, onCancel } = props;
  const [writing, write] = useCommentDraft(draft, start);
  const [caret, setCaret] = useState<number | null>(null);
  const [closed, setClosed] = useState(false);
  const [chosen, setChosen] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const moveTo = useRef<number | null>(null);
  const list = useId();
  const place = caret === null || closed ? null : typedMention(writing.text, caret);
  const found = useQuery({ ...memberListQuery(project, place?.typed ?? ""), enabled: place !== null });
  const people = place ? (found.data?.items ?? []).slice(0, 6) : [];
  const current = people[Math.min(chosen, people.length - 1)];

  useEffect(() => {
    if (!focus) return;
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [focus]);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    box.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  });

  const choose = (person: (typeof people)[number]) => {
    const next = withMention(writing, caret ?? 0, {
      id: person.user_id,
      name: displayName(person),
      email: person.email,
    });
    write(next.writing);
    setCaret(next.caret);
    moveTo.current = next.caret;
    box.current?.focus();
  };
  const text = textOf(writing);
  const submit = () => {
    if (!text || sending || text.length > MOST) return;
    onSend(text, () => {
      write(start ?? NOTHING_WRITTEN);
      forgetDraft(draft);
    });
  };
  const cancel = () => {
    write(start ?? NOTHING_WRITTEN);
    forgetDraft(draft);
    onCancel?.();
  };
  const inList = (event: KeyboardEvent): boolean => {
    if (!current) return false;
    if (event.key === "ArrowDown") setChosen((chosen + 1) % people.length);
    else if (event.key === "ArrowUp") setChosen((chosen + people.length - 1) % people.length);
    else if (event.key === "Escape") setClosed(true);
    else if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey) || event.key === "Tab") choose(current);
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (inList(event)) event.preventDefault();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && onCancel) cancel();
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <textarea
          ref={box}
          aria-label={label}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={current ? list : undefined}
          aria-activedescendant={current && `${list}-${current.user_id}`}
          // A panel that is closed by Escape stays open then.
          data-keeps-escape={current || onCancel ? "" : undefined}
          rows={2}
          dir="auto"
          value={writing.text}
          placeholder={placeholder}
          onChange={(event) => {
            write({ ...writing, text: event.target.value });
            setCaret(event.target.selectionStart);
            setClosed(false);
            setChosen(0);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDown={press}
          className={cx(controlClass, "field-sizing-content max-h-60 px-3 py-2 text-sm")}
        />
        {current && (
          <div
            id={list}
            role="listbox"
            aria-label="Members"
            className="absolute inset-x-0 top-full z-50 mt-1 rounded-lg border border-line bg-raised p-1 shadow-float"
          >
            {people.map((person) => (
              <div
                key={person.user_id}
                id={`${list}-${person.user_id}`}
                role="option"
                aria-selected={person === current}
                // The text keeps the focus.
                onPointerDown={(event) => {
                  event.preventDefault();
                  choose(person);
                }}
                className={cx(
                  "flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm text-ink",
                  person === current && "bg-surface-hover",
                )}
              >
                <Avatar label={displayName(person)} size="sm" />
                <span className="truncate">{displayName(person)}</span>
                <span className="ml-auto truncate text-xs text-ink-muted">{person.email}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      {(text !== "" || onCancel) && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span className="mr-auto text-xs text-ink-subtle">
            {text.length > MOST
              ? `${(text.length - MOST).toLocaleString("en")} characters too many`
              : "@ mentions a member · Ctrl+Enter sends"}
          </span>
          {onCancel && (
            <Button variant="ghost" size="sm" onClick={cancel}>
              Cancel
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            loading={sending}
            disabled={text === "" || text.length > MOST}
            onClick={submit}
          >
            {send}
          </Button>
        </div>
      )}
    </div>
  );
}
