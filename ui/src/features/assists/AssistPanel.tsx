import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Sparkles, Undo2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { AssistOrder } from "@/api/types";
import { fewModelsQuery } from "@/features/models";
import { countOf, formatTokens } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Dialog } from "@/shared/ui/Dialog";
import { Notice } from "@/shared/ui/Notice";
import { Spinner } from "@/shared/ui/Spinner";
import { isOver } from "./api";
import { assistCostText } from "./assistCostText";
import { AssistPrice } from "./AssistPrice";
import { useAssist } from "./useAssist";

/** What a model is asked; its answer is looked at before it is used. */
export interface AssistAction {
  key: string;
  label: string;
  about: string;
  order: AssistOrder;
  /** Why it cannot be asked now. */
  refused?: string | undefined;
  /** The answer to look at. Whatever in it is used closes the look by `done`, with words for what was done. */
  look: (result: unknown, done: (said: string, undo: () => void) => void) => { title: string; body: ReactNode };
}

/** What is known without asking a model: at once, and free. */
export interface RuleAction {
  key: string;
  label: string;
  about: string;
  refused?: string | undefined;
  busy?: boolean;
  run: () => void;
}

interface AssistPanelProps {
  project: string;
  actions?: readonly AssistAction[];
  rules?: readonly RuleAction[];
  /** What a rule did last, and the way back. */
  said?: { words: string; undo: () => void } | null;
  children?: ReactNode;
}

export function AssistPanel({ project, actions = [], rules = [], said: ruled = null, children }: AssistPanelProps) {
  const talk = useAssist(project);
  const [said, setSaid] = useState<{ words: string; undo: () => void } | null>(null);
  /** The answer whose dialog was closed: it was paid for, and can be opened again. */
  const [aside, setAside] = useState<string | null>(null);
  const { assist } = talk;
  // Somebody has to be there to be asked.
  const models = useQuery(fewModelsQuery(project, "", 1));
  const nobody =
    models.data?.items.length === 0
      ? "No model yet: add a credential in the settings"
      : models.isPending
        ? "Looking for models…"
        : undefined;
  const action = actions.find(({ key }) => key === talk.asking?.key);
  // Cases that were written before it was stopped are there, and paid for.
  const looking =
    assist && isOver(assist.state) && assist.result != null && action
      ? action.look(assist.result, (words, undo) => {
          setSaid({ words, undo });
          talk.forget();
        })
      : null;
  const told = said ?? ruled;
  return (
    <Card aria-label="AI assist" className="overflow-hidden">
      <h2 className="flex items-center gap-2 px-4 pt-3.5 pb-2 text-sm font-semibold text-ink">
        <Sparkles aria-hidden className="size-4 text-lilac" /> AI assist
      </h2>
      <ul className="flex flex-col pb-1.5">
        {actions.map((one) => (
          <ActionRow
            key={one.key}
            label={one.label}
            about={one.about}
            refused={
              nobody ??
              one.refused ??
              (talk.busy && talk.asking?.key !== one.key ? "Another assist is still running" : undefined)
            }
            busy={talk.busy && talk.asking?.key === one.key}
            onPress={() => {
              setSaid(null);
              talk.ask(one.key, one.order);
            }}
          >
            <AssistPrice project={project} order={one.order} off={(nobody ?? one.refused) !== undefined} />
          </ActionRow>
        ))}
        {rules.map((one) => (
          <ActionRow
            key={one.key}
            label={one.label}
            about={one.about}
            refused={one.refused}
            busy={one.busy ?? false}
            onPress={() => {
              setSaid(null);
              one.run();
            }}
          >
            <span className="text-2xs text-ink-subtle">free</span>
          </ActionRow>
        ))}
      </ul>
      <div aria-live="polite" className="flex flex-col gap-2 px-4 pb-3 empty:hidden">
        {talk.busy && <AssistProgress talk={talk} />}
        {talk.problem && (
          <Notice tone="error" alert>
            {talk.problem}{" "}
            <Button variant="ghost" size="xs" onClick={talk.forget}>
              Dismiss
            </Button>
          </Notice>
        )}
        {assist?.state === "cancelled" && (
          <p className="text-xs text-ink-muted">Cancelled. The call cost {assistCostText(assist)}.</p>
        )}
        {looking !== null && assist !== null && aside === assist.id && (
          <p className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
            <span className="min-w-0 flex-1">{looking.title}</span>
            <Button variant="secondary" size="xs" onClick={() => setAside(null)}>
              View answer
            </Button>
            <Button variant="ghost" size="xs" onClick={talk.forget}>
              Discard
            </Button>
          </p>
        )}
        {told && (
          <p className="flex items-center gap-2 rounded-md bg-success-soft px-3 py-1.5 text-xs text-success">
            <span className="min-w-0 flex-1">{told.words}</span>
            <Button
              variant="ghost"
              size="xs"
              onClick={() => {
                told.undo();
                setSaid(null);
              }}
            >
              <Undo2 aria-hidden /> Undo
            </Button>
          </p>
        )}
      </div>
      {children && <div className="border-t border-line px-4 py-3">{children}</div>}
      <Dialog
        open={looking !== null && aside !== assist?.id}
        onOpenChange={() => setAside(assist?.id ?? null)}
        closeOnOutside={false}
        closeOnEscape
        width="lg"
        title={looking?.title ?? ""}
        description={
          assist &&
          `${assist.model_name} wrote this for ${assistCostText(assist)} ` +
            `(${formatTokens(assist.tokens)} tokens). Nothing is applied until you choose it.`
        }
      >
        {looking?.body}
      </Dialog>
    </Card>
  );
}

interface ActionRowProps {
  label: string;
  about: string;
  refused: string | undefined;
  busy: boolean;
  onPress: () => void;
  children: ReactNode;
}

function ActionRow({ label, about, refused, busy, onPress, children }: ActionRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-disabled={refused !== undefined || busy || undefined}
        aria-busy={busy || undefined}
        title={refused}
        onClick={() => refused === undefined && !busy && onPress()}
        className={cx(
          "group flex w-full items-center gap-2 px-4 py-2 text-left",
          "hover:bg-surface-hover aria-disabled:cursor-not-allowed aria-disabled:hover:bg-transparent",
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium text-ink group-aria-disabled:text-ink-muted">{label}</span>
          <span className="block text-xs text-ink-subtle">{refused ?? about}</span>
        </span>
        {children}
        {busy ? <Spinner /> : <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-subtle" />}
      </button>
    </li>
  );
}

function AssistProgress({ talk }: { talk: ReturnType<typeof useAssist> }) {
  const { assist } = talk;
  const progress = assist?.progress ?? null;
  return (
    <div className="flex items-center gap-2 text-xs text-ink-muted">
      <div className="min-w-0 flex-1">
        <p>
          {assist?.state === "working" ? `${assist.model_name} is writing…` : "Calling the model…"}
          {progress && ` ${progress.done} of ${countOf(progress.total, "case")}`}
        </p>
        {progress && (
          <div
            role="progressbar"
            aria-label="Progress of the assistant"
            aria-valuemin={0}
            aria-valuemax={progress.total}
            aria-valuenow={progress.done}
            className="mt-1 h-1 overflow-hidden rounded-full bg-surface-hover"
          >
            <div
              className="h-full rounded-full bg-accent-mark transition-[width] duration-200"
              style={{ width: `${progress.total > 0 ? (progress.done / progress.total) * 100 : 0}%` }}
            />
          </div>
        )}
      </div>
      <Button variant="ghost" size="xs" disabled={!talk.asking?.id} onClick={talk.cancel}>
        <X aria-hidden /> Cancel
      </Button>
    </div>
  );
}
