/** Toasts with the time each kind deserves: the worse the news, the longer it stays. */
import { type ExternalToast, toast } from "sonner";
import { ApiError } from "@/shared/http/apiError";
import { queueToast } from "./toastQueue";

type Kind = "success" | "info" | "warning" | "error";

const DURATION_MS: Record<Kind, number> = { success: 4_000, info: 4_000, warning: 6_000, error: 8_000 };

interface ToastOptions {
  /** Toasts of one key stand only once. */
  key?: string;
  retry?: () => void;
  /** Other than its kind deserves. */
  ms?: number;
  /** Where to go from here. */
  then?: { label: string; go: () => void };
}

function show(kind: Kind, text: string, next?: string | null, { key, retry, ms, then }: ToastOptions = {}): void {
  queueToast((gone) => {
    const again = () => {
      gone();
      retry?.();
    };
    const options: ExternalToast = { duration: ms ?? DURATION_MS[kind], onAutoClose: gone, onDismiss: gone };
    if (next) options.description = next;
    if (retry) options.action = { label: "Retry", onClick: again };
    if (then)
      options.action = {
        label: then.label,
        onClick: () => {
          gone();
          then.go();
        },
      };
    toast[kind](text, options);
  }, key);
}

export const notify = {
  success: (text: string, then?: ToastOptions["then"]) => show("success", text, null, then ? { then } : {}),
  /** Something small went well: gone after three seconds. */
  briefly: (text: string) => show("success", text, null, { ms: 3_000 }),
  info: (text: string) => show("info", text),
  warning: (text: string) => show("warning", text),
  error: (text: string, next?: string | null, options?: ToastOptions) => show("error", text, next, options),
  /** Something happened elsewhere that waits for a person: it stays long enough to be read and gone to. */
  news: (kind: Kind, text: string, next: string | null, options: ToastOptions) =>
    show(kind, text, next, { ms: 10_000, ...options }),
  failure: (error: unknown) => {
    const known = error instanceof ApiError ? error : null;
    notify.error(known?.message ?? "Something went wrong.", known?.nextStep ?? "Try again in a moment.");
  },
};
