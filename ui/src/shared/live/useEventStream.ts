/** Follow a stream while the tab can be seen, and say so in the header. */
import { useEffect, useEffectEvent, useRef } from "react";
import { setConnection } from "./connectionState";
import { openStream } from "./openStream";
import type { SseMessage } from "./sseParser";

// A browser allows six connections to one server. Tabs left in the background give theirs back and catch up on return.
const HIDDEN_GRACE_MS = 30_000;

interface Options {
  /** Replay from here on the first connection; null follows from now. */
  after?: string | null;
  enabled?: boolean;
  /** The stream runs again after it was lost or put aside: something may have been missed. */
  onBack?: () => void;
}

export function useEventStream(url: string, onMessage: (message: SseMessage) => void, options: Options = {}): void {
  const { after = null, enabled = true, onBack } = options;
  const lastId = useRef<{ url: string; id: string | null }>({ url, id: null });
  const deliver = useEffectEvent(onMessage);
  const comeBack = useEffectEvent(() => onBack?.());
  const startFrom = useEffectEvent(() => (lastId.current.url === url ? lastId.current.id : null) ?? after);

  useEffect(() => {
    if (!enabled) return;
    let close: (() => void) | null = null;
    let timer: number | undefined;
    let wasLive = false;

    const open = () => {
      window.clearTimeout(timer);
      close ??= openStream({
        url,
        after: startFrom(),
        onState: (state) => {
          setConnection(url, state);
          if (state !== "live") return;
          if (wasLive) comeBack();
          wasLive = true;
        },
        onMessage: (message) => {
          lastId.current = { url, id: message.id ?? lastId.current.id };
          deliver(message);
        },
      });
    };
    const pause = () => {
      timer = window.setTimeout(() => {
        close?.();
        close = null;
      }, HIDDEN_GRACE_MS);
    };
    const followVisibility = () => (document.hidden ? pause() : open());

    followVisibility();
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      window.clearTimeout(timer);
      close?.();
    };
  }, [url, enabled]);
}
