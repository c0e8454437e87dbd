import type { Provider } from "@/api/types";
import { PROVIDER_LETTERS } from "@/shared/format/providers";
import { cx } from "./cx";

const HUES: Record<Provider, string> = {
  OPENAI: "bg-accent-soft text-accent-ink",
  ANTHROPIC: "bg-warning-soft text-warning",
  GEMINI: "bg-info-soft text-info",
  VERTEX: "bg-info-soft text-info",
  BEDROCK: "bg-error-soft text-error",
  AZURE: "bg-info-soft text-info",
  OLLAMA: "bg-surface-hover text-ink-muted",
  COMPATIBLE: "bg-success-soft text-success",
  APPLICATION: "bg-accent-soft text-accent-ink",
  SIMULATED: "bg-lilac-soft text-lilac",
};

/** Two letters in a quiet square: enough to tell providers apart at a glance. The name stands beside it. */
export function ProviderMark({ provider, size = "md" }: { provider: Provider; size?: "sm" | "md" }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-md font-semibold select-none",
        size === "sm" ? "size-5 text-[10px]" : "size-8 text-xs",
        HUES[provider],
      )}
    >
      {PROVIDER_LETTERS[provider]}
    </span>
  );
}
