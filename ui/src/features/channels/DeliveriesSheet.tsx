import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, Moon, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge, type Tone } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Disclosure } from "@/shared/ui/Disclosure";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Sheet } from "@/shared/ui/Sheet";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { deliveriesQuery, useDeliverAgain } from "./api";
import { eventWords } from "./channelKinds";
import type { Channel, Delivery } from "./types";

const STATES: Record<Delivery["state"], { tone: Tone; label: string; icon: ReactNode }> = {
  delivered: { tone: "success", label: "Delivered", icon: <CircleCheck aria-hidden /> },
  waiting: { tone: "info", label: "On its way", icon: <Clock aria-hidden /> },
  held: { tone: "neutral", label: "Held for quiet hours", icon: <Moon aria-hidden /> },
  failed: { tone: "error", label: "Not delivered", icon: <CircleX aria-hidden /> },
};

/** Everything that went through a channel, or did not. */
export function DeliveriesSheet({
  project,
  channel,
  manages,
  onClose,
}: {
  project: string;
  channel: Channel;
  manages: boolean;
  onClose: () => void;
}) {
  const found = useInfiniteQuery(deliveriesQuery(project, channel.id));
  const deliveries = found.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Sheet open onOpenChange={onClose} title={`Deliveries of ${channel.name}`}>
      {found.isPending && <RowSkeletons label="Loading deliveries" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && deliveries.length === 0 && (
        <EmptyState action={null} title="Nothing was sent yet">
          Send a test message to see whether it arrives.
        </EmptyState>
      )}
      {deliveries.length > 0 && (
        <ol aria-label="Deliveries" className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} project={project} delivery={delivery} manages={manages} />
          ))}
        </ol>
      )}
      {found.hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-3 self-start"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Sheet>
  );
}

function DeliveryRow({ project, delivery, manages }: { project: string; delivery: Delivery; manages: boolean }) {
  const [open, setOpen] = useState(false);
  const again = useDeliverAgain(project);
  const { tone, label, icon } = STATES[delivery.state];
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 flex-1 basis-60 text-sm font-medium wrap-anywhere text-ink">
          {visibleText(delivery.title) || eventWords(delivery.event)}
        </span>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </div>
      <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-ink-subtle">
        {eventWords(delivery.event)} · <RelativeTime at={delivery.delivered_at ?? delivery.created_at} />
        {delivery.attempts > 1 && <> · {countOf(delivery.attempts, "attempt")}</>}
        {delivery.next_at && delivery.state === "waiting" && delivery.attempts > 0 && (
          <>
            {" "}
            · next <RelativeTime at={delivery.next_at} />
          </>
        )}
      </p>
      {delivery.state !== "delivered" && delivery.last_problem && (
        <p className="text-xs wrap-anywhere text-error">{visibleText(delivery.last_problem)}</p>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <Disclosure label="What was sent" open={open} onOpenChange={setOpen}>
            <pre
              /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
                 a region that scrolls has to be reachable by keyboard */
              tabIndex={0}
              aria-label="What was sent"
              className="max-h-64 overflow-auto rounded-md bg-surface p-3 text-xs text-ink"
            >
              {JSON.stringify(delivery.payload, null, 2)}
            </pre>
            {delivery.log.map(({ at, status, problem, took_ms: took }) => (
              <p key={at} className="mt-1 text-xs wrap-anywhere text-ink-muted">
                <RelativeTime at={at} />: {problem ? visibleText(problem) : `answered ${status ?? ""}`.trim()} ({took}{" "}
                ms)
              </p>
            ))}
          </Disclosure>
        </div>
        {manages && delivery.state !== "waiting" && (
          <Button
            variant="ghost"
            size="xs"
            loading={again.isPending}
            onClick={() =>
              again.mutate(delivery.id, {
                onSuccess: () => notify.briefly("The message is being sent again"),
                onError: notify.failure,
              })
            }
          >
            <RotateCw aria-hidden /> Send again
          </Button>
        )}
      </div>
    </li>
  );
}
