/** Toasts with the time each kind deserves: the worse the news, the longer it stays. */
import { toast } from "sonner";
import { ApiError } from "@/shared/http/apiError";

export const notify = {
  success: (text: string) => toast.success(text, { duration: 4_000 }),
  info: (text: string) => toast.info(text, { duration: 4_000 }),
  warning: (text: string) => toast.warning(text, { duration: 6_000 }),
  error: (text: string, next?: string | null) => toast.error(text, { duration: 8_000, description: next ?? undefined }),
  failure: (error: unknown) => {
    const known = error instanceof ApiError ? error : null;
    notify.error(known?.message ?? "Something went wrong.", known?.nextStep ?? "Try again in a moment.");
  },
};
