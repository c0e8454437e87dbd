import { ListRestart, Table2, TextQuote } from "lucide-react";
import type { ReactNode } from "react";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { type ImportReport, missingModels, modelRows, scorerName, whyNoSuite } from "./importReport";
import { ModelChoiceField } from "./ModelChoiceField";
import type { ToolImport } from "./useToolImport";

interface CreateCardProps {
  project: string;
  report: ImportReport;
  state: ToolImport;
}

/** What the import creates, and what is left to choose. */
export function CreateCard({ project, report, state }: CreateCardProps) {
  const chosen = new Set(Object.keys(state.models));
  const refused = whyNoSuite(report, chosen);
  const missing = missingModels(report.models, chosen);
  const cases = report.datasets.reduce((total, dataset) => total + dataset.cases, 0);
  return (
    <Card aria-label="Import" className="lg:sticky lg:top-4">
      <CardHeader>
        <CardTitle>What is created</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <ul className="flex flex-col gap-2">
          <Planned icon={<TextQuote />} title={countOf(report.prompts.length, "prompt")} names={report.prompts} />
          <Planned
            icon={<Table2 />}
            title={`${countOf(report.datasets.length, "dataset")} with ${countOf(cases, "case")}`}
            names={report.datasets}
          />
          {refused === null && (
            <Planned
              icon={<ListRestart />}
              title={`1 suite with ${countOf(report.scorers.length, "scorer")}`}
              names={report.scorers.map((scorer) => ({ name: scorerName(scorer) }))}
            />
          )}
        </ul>
        {report.models.length > 0 && (
          <div className="flex flex-col gap-3 border-t border-line pt-4">
            <h3 className="text-sm font-semibold text-ink">Models</h3>
            {modelRows(report.models).map(({ choice, uses }) => (
              <ModelChoiceField
                key={choice.source}
                project={project}
                choice={choice}
                uses={uses}
                chosen={state.models[choice.source] ?? null}
                onChoose={(model) => state.chooseModel(choice.source, model)}
              />
            ))}
          </div>
        )}
        {refused === null && (
          <Field label="Name of the suite">
            <Input
              value={state.name ?? report.name}
              maxLength={100}
              onChange={({ target }) => state.setName(target.value)}
            />
          </Field>
        )}
        {(refused ?? missing) && <Notice tone={refused ? "warning" : "info"}>{refused ?? missing}</Notice>}
        {state.importProblem && (
          <Notice tone="error" alert>
            {state.importProblem}
          </Notice>
        )}
        <Button loading={state.importing} onClick={state.run}>
          Import
        </Button>
      </CardContent>
    </Card>
  );
}

const NAMED = 3;

function Planned({ icon, title, names }: { icon: ReactNode; title: string; names: readonly { name: string }[] }) {
  if (names.length === 0) return null;
  const rest = names.length - NAMED;
  const first = names.slice(0, NAMED).map(({ name }) => visibleText(name));
  return (
    <li className="flex gap-2.5 text-sm">
      <span aria-hidden className="mt-0.5 shrink-0 text-ink-subtle [&_svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0">
        <p className="font-medium text-ink">{title}</p>
        <p className="line-clamp-3 text-xs wrap-anywhere text-ink-muted">
          {first.join(", ")}
          {rest > 0 && ` and ${countOf(rest, "other")}`}
        </p>
      </div>
    </li>
  );
}
