/** How kinds of datasets and splits are called, everywhere. */
import type { DatasetKind, Split } from "@/api/types";
import type { Tone } from "@/shared/ui/Badge";

export const KINDS: readonly DatasetKind[] = ["golden", "synthetic", "adversarial", "regression"];

export const KIND_NAMES: Record<DatasetKind, string> = {
  golden: "Golden",
  synthetic: "Synthetic",
  adversarial: "Adversarial",
  regression: "Regression",
};

export const KIND_HINTS: Record<DatasetKind, string> = {
  golden: "Real cases with answers people agreed on",
  synthetic: "Made by a model or a script",
  adversarial: "Meant to break the prompt",
  regression: "Failed once, must not fail again",
};

export const KIND_TONES: Record<DatasetKind, Tone> = {
  golden: "warning",
  synthetic: "lilac",
  adversarial: "error",
  regression: "info",
};

export const SPLITS: readonly Split[] = ["none", "train", "holdout"];

export const SPLIT_NAMES: Record<Split, string> = { none: "No split", train: "Training", holdout: "Hold-out" };

export const SPLIT_TONES: Record<Split, Tone> = { none: "neutral", train: "info", holdout: "lilac" };

export const DIFFICULTIES = [1, 2, 3, 4, 5] as const;

export const DIFFICULTY_WORDS: Record<number, string> = {
  1: "very easy",
  2: "easy",
  3: "medium",
  4: "hard",
  5: "very hard",
};
