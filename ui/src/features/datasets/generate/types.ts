/** What the API takes and sends about questions that a model writes. */
import type { Answer, AssistOrder } from "@/api/types";

type Asked = Extract<AssistOrder, { kind: "generate_cases" }>["input"];
/** What this screen asks for: the rest is for prompts and experiments. */
export type GenerationWish = Omit<Asked, "hints" | "prompt_text" | "lengths">;
export type Level = Asked["difficulty"];

export type Generated = Answer<"save_generated_cases", 201>;
/** Where cases of a dataset came from, beside files and people. */
export type Origin = Answer<"list_dataset_origins", 200>["items"][number];
