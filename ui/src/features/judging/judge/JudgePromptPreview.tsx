import { visibleText } from "@/shared/format/visibleText";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import type { Rubric } from "@/api/types";
import { type JudgePromptPart, judgePromptParts } from "./judgePromptText";
import type { JudgeForm } from "./judgeForm";

type Asked = Pick<JudgeForm, "mode" | "goal" | "instructions" | "usesReference">;

const LOOKS: Record<JudgePromptPart["kind"], string> = {
  written: "text-ink",
  filled: "inline-block rounded bg-lilac-soft px-1.5 text-lilac",
  missing: "text-ink-subtle italic",
};

/** The prompt that the judge will receive. */
export function JudgePromptPreview({ form, rubric }: { form: Asked; rubric: Rubric | null }) {
  return (
    <Card aria-label="Prompt of the judge">
      <CardHeader>
        <CardTitle>Prompt of the judge</CardTitle>
        <CardDescription>Sent for each answer, in this order.</CardDescription>
      </CardHeader>
      <CardContent>
        <ol className="flex flex-col gap-3">
          {judgePromptParts(form, rubric).map(({ title, text, kind }) => (
            <li key={title}>
              <h3 className="text-xs font-medium text-ink-muted">{title}</h3>
              <p dir="auto" className={cx("mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap", LOOKS[kind])}>
                {visibleText(text)}
              </p>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}
