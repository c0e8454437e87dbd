import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Keyboard } from "lucide-react";
import { useRef, useState } from "react";
import type { AnnotationReport, BlindItem, Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { nextItemQuery, useLabelItem } from "../api";
import { AnswerToLabel } from "./AnswerToLabel";
import { type Draft, EMPTY_DRAFT, isComplete, press, saidOf } from "./labelDraft";
import { KeyHelp } from "./KeyHelp";
import { LabelPanel } from "./LabelPanel";
import { NothingLeftToLabel } from "./NothingLeftToLabel";
import { useLabelShortcuts } from "./useLabelShortcuts";

/** What was said in this sitting, to go back to. */
interface Past {
  item: BlindItem;
  draft: Draft;
  skipped: boolean;
}

export function LabelScreen({ project, queue }: { project: Project; queue: AnnotationReport }) {
  const slug = project.slug;
  const heading = usePageHeading(["Label", queue.name, project.name]);
  const open = queue.state === "open" && may(project, "comment") && project.archived_at === null;
  const [turn, setTurn] = useState(0);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [past, setPast] = useState<readonly Past[]>([]);
  /** The one gone back to, instead of the next. */
  const [again, setAgain] = useState<Past | null>(null);
  const [help, setHelp] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const next = useQuery({ ...nextItemQuery(slug, queue.id, turn), enabled: open, placeholderData: keepPreviousData });
  const label = useLabelItem(slug, queue.id);

  const waiting = next.isPlaceholderData || label.isPending;
  const item = again?.item ?? next.data?.item ?? null;
  const { progress } = queue;
  // As it was when this answer was handed out: the count changes with the text, not before it.
  const handed = next.data?.progress ?? progress;
  const mine = handed.my_labels + handed.my_skipped;
  const ready = item !== null && isComplete(queue, draft);

  const goOn = (said: Past | null) => {
    setPast((before) => (said ? [...before.filter((each) => each.item.id !== said.item.id), said] : before));
    setAgain(null);
    setDraft(EMPTY_DRAFT);
    // After going back, continue with the answer that was waiting.
    if (!again) setTurn((before) => before + 1);
  };
  const save = (skipped: boolean) => {
    if (!item || waiting || (!skipped && !ready)) return;
    const note = draft.note.trim();
    label.mutate(
      { item: item.id, body: skipped ? { skipped: true, note } : { skipped: false, ...saidOf(queue, draft) } },
      {
        onSuccess: () => goOn({ item, draft, skipped }),
        onError: (error) => {
          notify.failure(error);
          // It is no longer mine to label: on to the next.
          if (error instanceof ApiError && error.status === 409) goOn(null);
        },
      },
    );
  };
  const undo = () => {
    const last = past.at(-1);
    if (!last || label.isPending) return;
    setPast(past.slice(0, -1));
    setAgain(last);
    setDraft(last.draft);
  };
  const act = {
    send: () => save(false),
    skip: () => save(true),
    undo,
    note: () => note.current?.focus(),
    help: () => setHelp(true),
  };
  useLabelShortcuts((key) => {
    const pressed = press(queue, draft, key);
    if (pressed.draft !== draft && item && !waiting) setDraft(pressed.draft);
    if (pressed.wish) act[pressed.wish]();
    return pressed.wish !== null || pressed.draft !== draft;
  }, act.send);

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col">
      <header className="mb-5">
        <div className="flex min-h-8 items-center gap-3">
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-heading
            className="min-w-0 flex-1 truncate text-xl font-semibold text-ink"
          >
            {queue.name}
          </h1>
          <span role="status" className="text-sm whitespace-nowrap text-ink-muted">
            {item
              ? `${(again ? mine : mine + 1).toLocaleString("en")} of ` +
                `${(mine + handed.left_for_me).toLocaleString("en")}`
              : ""}
          </span>
          <IconButton label="Keys" aria-keyshortcuts="?" onClick={() => setHelp(true)}>
            <Keyboard aria-hidden />
          </IconButton>
          <Button variant="ghost" size="sm" asChild>
            <Link to="/projects/$slug/annotate/$queue" params={{ slug, queue: queue.id }} search={{}}>
              <ArrowLeft aria-hidden /> The queue
            </Link>
          </Button>
        </div>
        <MyProgress done={mine} left={handed.left_for_me} />
      </header>
      {!open && (
        <EmptyState
          action={<RoomLink room="annotate" />}
          title={queue.state === "closed" ? "This queue is closed" : "You cannot label answers in this queue"}
        >
          {queue.state === "closed"
            ? "Its labels are kept. No new labels can be added."
            : "Labelling needs the role REVIEWER or higher."}
        </EmptyState>
      )}
      {open && next.isPending && <BlockSkeleton lines={10} label="Fetching an answer" />}
      {open && next.isError && <ErrorState error={next.error} onRetry={() => void next.refetch()} />}
      {open && next.isSuccess && !item && !waiting && (
        <NothingLeftToLabel
          slug={slug}
          queue={queue}
          onLook={() => setTurn(turn + 1)}
          onUndo={past.length > 0 ? undo : undefined}
        />
      )}
      {open && item && (
        <div aria-busy={waiting} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
          <AnswerToLabel item={item} />
          <LabelPanel
            queue={queue}
            draft={draft}
            onDraft={setDraft}
            note={note}
            ready={ready}
            busy={label.isPending}
            again={again !== null}
            onSend={act.send}
            onSkip={act.skip}
            onUndo={past.length > 0 ? undo : undefined}
          />
        </div>
      )}
      <KeyHelp question={queue} open={help} onOpenChange={setHelp} returnFocusTo={heading} />
    </div>
  );
}

function MyProgress({ done, left }: { done: number; left: number }) {
  const total = done + left;
  return (
    <div
      role="progressbar"
      aria-label="Your labels"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="mt-3 h-1 w-full overflow-hidden rounded-full bg-surface-hover"
    >
      <span
        className="block h-full bg-accent-mark transition-[width] duration-300"
        style={{ width: `${total > 0 ? (done / total) * 100 : 0}%` }}
      />
    </div>
  );
}
