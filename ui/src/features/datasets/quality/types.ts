/** What the API sends about the questions of a dataset, seen by what was answered to them. Shares are from 0 to 1. */
import type { Answer } from "@/api/types";

export type QualityPage = Answer<"read_question_quality", 200>;
export type QualityItem = QualityPage["items"][number];
export type QuestionSuspicion = QualityItem["suspicions"][number];
export type QualityPoint = Answer<"read_question_points", 200>["items"][number];
