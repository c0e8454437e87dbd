import { useQuery } from "@tanstack/react-query";
import type { Coverage, Dataset, Project } from "@/api/types";
import { type AssistAction, AssistPanel, readCases, UnreadableAnswer } from "@/features/assists";
import { formatPercent } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { coverageQuery } from "../api";
import { MadeCases } from "./MadeCases";

const NAMES: Record<Coverage["bars"][number]["name"], string> = {
  tags: "Tags",
  entities: "Entities",
  length: "Length (XS to XL)",
  ambiguity: "Ambiguity",
  languages: "Languages",
};
const FILL = 20;

interface CoverageCardProps {
  project: Project;
  experiment: string;
  dataset: Dataset;
  variables: readonly string[];
}

/** How much of what can happen the cases show, and a model that fills what is missing. */
export function CoverageCard({ project, experiment, dataset, variables }: CoverageCardProps) {
  const { slug } = project;
  const coverage = useQuery(coverageQuery(slug, dataset.id, dataset.version));
  const fill: AssistAction = {
    key: "fill_gaps",
    label: "Fill coverage gaps",
    about: `Generates about ${FILL} cases of the kinds that are missing`,
    order: { kind: "fill_gaps", experiment, input: { dataset: dataset.id, variables: [...variables], count: FILL } },
    refused: project.settings.allow_synthetic_datasets ? undefined : "This project does not allow synthetic cases",
    look: (result, done) => {
      const read = readCases(result);
      return {
        title: "Cases for the gaps",
        body: read ? (
          <MadeCases
            project={slug}
            made={read}
            ensure={() => Promise.resolve(dataset)}
            onAdded={(said) => done(said, () => undefined)}
          />
        ) : (
          <UnreadableAnswer />
        ),
      };
    },
  };
  return (
    <>
      <AssistPanel project={slug} actions={[fill]} />
      <Card aria-label="Coverage" className="px-4 pt-3.5 pb-4">
        <h2 className="text-sm font-semibold text-ink">Coverage</h2>
        {coverage.isPending && (
          <Waiting label="Loading the coverage" className="mt-3 flex flex-col gap-3">
            {Array.from({ length: 4 }, (_, index) => (
              <TextSkeleton key={index} />
            ))}
          </Waiting>
        )}
        {coverage.isError && <p className="mt-2 text-xs text-ink-muted">Coverage could not be measured.</p>}
        {coverage.data && (
          <ul className="mt-2.5 flex flex-col gap-2.5">
            {coverage.data.bars.map(({ name, share, rare, missing }) => (
              <li key={name}>
                <p className="flex justify-between gap-2 text-xs">
                  <span className="text-ink-muted">{NAMES[name]}</span>
                  <span className="font-medium text-ink">{formatPercent(share)}</span>
                </p>
                <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-surface-hover">
                  <div
                    className={cx("h-full rounded-full", share >= 0.5 ? "bg-accent-mark" : "bg-warning-mark")}
                    style={{ width: `${share * 100}%` }}
                  />
                </div>
                {rare.length > 0 && (
                  <p title={rare.join(", ")} className="mt-0.5 truncate text-2xs text-ink-subtle">
                    {name === "tags" ? "in one case only" : "in too few cases"}: {visibleText(rare.join(", "))}
                  </p>
                )}
                {missing.length > 0 && (
                  <p title={missing.join(", ")} className="mt-0.5 truncate text-2xs text-ink-subtle">
                    missing: {visibleText(missing.join(", "))}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
