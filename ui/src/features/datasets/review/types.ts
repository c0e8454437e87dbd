/** What the API sends about questions that judges read. Marks are from 0 to 1. */
import type { Answer, Sent } from "@/api/types";

export type ReviewPage = Answer<"read_question_review", 200>;
export type Review = ReviewPage["review"];
export type ReviewJudge = Review["judges"][number];
export type ReviewAgreement = ReviewPage["agreement"][number];
export type JudgedQuestion = ReviewPage["items"][number];
export type Verdict = JudgedQuestion["verdicts"][number];
export type ReviewOrderBody = Omit<Sent<"review_questions">, "forecast_only">;
