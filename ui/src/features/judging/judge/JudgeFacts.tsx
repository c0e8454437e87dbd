import { Link } from "@tanstack/react-router";
import type { Judge } from "@/api/types";
import { parameterWords } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Fact } from "@/shared/ui/Fact";
import { MODE_HINTS, MODE_NAMES } from "../judgePhrasing";

/** What the judge is: everything that decides what it says. */
export function JudgeFacts({ project, judge }: { project: string; judge: Judge }) {
  const link = "rounded font-medium text-ink underline decoration-line-strong underline-offset-2 hover:decoration-ink";
  return (
    <Card aria-label="Settings of the judge">
      <CardHeader room="dense" className="justify-center">
        <CardTitle>Settings of the judge</CardTitle>
      </CardHeader>
      <CardContent room="dense">
        <dl className="flex flex-col gap-2.5 text-sm">
          <Fact name="Mode">
            {MODE_NAMES[judge.mode]}
            <span className="block text-xs text-ink-subtle">{MODE_HINTS[judge.mode]}</span>
          </Fact>
          <Fact name="Model">
            <Link to="/projects/$slug/models/$model" params={{ slug: project, model: judge.model }} className={link}>
              {judge.model_name}
            </Link>
            {parameterWords(judge.parameters) && (
              <span className="block text-xs text-ink-subtle">{parameterWords(judge.parameters)}</span>
            )}
          </Fact>
          {judge.rubric && (
            <Fact name="Rubric">
              <Link
                to="/projects/$slug/judges/rubrics/$rubric"
                params={{ slug: project, rubric: judge.rubric.id }}
                search={{ version: judge.rubric.version }}
                className={link}
              >
                {judge.rubric.name}
              </Link>{" "}
              <span className="text-ink-subtle">v{judge.rubric.version}</span>
            </Fact>
          )}
          {judge.goal && (
            <Fact name="Goal">
              <ScrollingText>{judge.goal}</ScrollingText>
            </Fact>
          )}
          {judge.instructions && (
            <Fact name="Instructions">
              <ScrollingText>{judge.instructions}</ScrollingText>
            </Fact>
          )}
          <Fact name="Expected answer">
            {judge.uses_reference ? "The judge sees the expected answer" : "The judge does not see the expected answer"}
          </Fact>
          {judge.mode !== "pairwise" && <Fact name="Pass at">{judge.pass_at}</Fact>}
        </dl>
      </CardContent>
    </Card>
  );
}

function ScrollingText({ children }: { children: string }) {
  return (
    <span dir="auto" className="block max-h-40 overflow-y-auto whitespace-pre-wrap">
      {visibleText(children)}
    </span>
  );
}
