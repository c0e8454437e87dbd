import { useQuery } from "@tanstack/react-query";
import { Sparkles, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { AssistOrder } from "@/api/types";
import { fewModelsQuery } from "@/features/models";
import { countOf, formatTokens } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { isOver } from "./api";
import { assistCostText } from "./assistCostText";
import { AssistPrice } from "./AssistPrice";
import { useAssist } from "./useAssist";

interface AssistStepProps {
  project: string;
  order: AssistOrder;
  /** The button that starts the assist. */
  label: string;
  /** Why the assist cannot be started now. */
  refused?: string | undefined;
  /** The input; it is hidden while a result is shown. */
  children?: ReactNode;
  result: (result: unknown, assist: string) => ReactNode;
}

/** One assist from its input to its result. The expected cost is shown beside the button that starts it. */
export function AssistStep({ project, order, label, refused, children, result }: AssistStepProps) {
  const talk = useAssist(project);
  const [asked, setAsked] = useState(false);
  const models = useQuery(fewModelsQuery(project, "", 1));
  const off = models.data?.items.length === 0 ? "This project has no model yet. Add a credential first." : refused;
  const { assist } = talk;
  if (assist && isOver(assist.state) && assist.result != null) {
    return (
      <div className="flex min-w-0 flex-col gap-3">
        {talk.problem && <Notice tone="warning">{talk.problem}</Notice>}
        {result(assist.result, assist.id)}
        <p className="flex flex-wrap items-center gap-2 text-xs text-ink-subtle">
          <span>
            Written by {assist.model_name} for {assistCostText(assist)} ({formatTokens(assist.tokens)} tokens).
          </span>
          <Button variant="ghost" size="xs" onClick={talk.forget}>
            Start again
          </Button>
        </p>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {children}
      {talk.problem && (
        <Notice tone="error" alert>
          {talk.problem}
        </Notice>
      )}
      {assist?.state === "cancelled" && (
        <p className="text-xs text-ink-muted">Cancelled. The call cost {assistCostText(assist)}.</p>
      )}
      <div className="flex min-h-8 flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto min-w-0 text-xs text-ink-muted">
          {talk.busy ? (
            <>
              {assist?.state === "working" ? `${assist.model_name} is writing…` : "Calling the model…"}
              {assist?.progress && ` ${assist.progress.done} of ${countOf(assist.progress.total, "case")}`}
            </>
          ) : off && asked ? (
            <span className="text-error">{off}</span>
          ) : (
            <AssistPrice project={project} order={order} off={off !== undefined} named />
          )}
        </p>
        {talk.busy && (
          <Button variant="ghost" size="sm" disabled={!talk.asking?.id} onClick={talk.cancel}>
            <X aria-hidden /> Cancel
          </Button>
        )}
        <Button
          size="sm"
          loading={talk.busy}
          onClick={() => {
            setAsked(true);
            if (off === undefined && !talk.busy) talk.ask(order.kind, order);
          }}
        >
          {!talk.busy && <Sparkles aria-hidden />} {label}
        </Button>
      </div>
    </div>
  );
}
