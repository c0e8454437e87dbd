import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, EllipsisVertical, Equal, Eye, Pencil, Sparkles } from "lucide-react";
import type { LineageNode } from "@/api/types";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { changeText, estimateText, scaleOf, UNIT } from "@/shared/charts/estimateText";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { VerdictChip } from "@/shared/verdicts/VerdictChip";
import { LabelBadge } from "../versions/LabelBadge";
import { NAMES_A_SIDE } from "@/shared/verdicts/verdictPhrasing";
import { LATEST, ORIGIN_WORDS } from "../promptPhrasing";
import type { VersionEntry } from "./lineageLanes";

export interface LineageActions {
  mayEdit: boolean;
  onShow: (number: number) => void;
  onEdit: (number: number) => void;
  onCompare: (a: number, b: number) => void;
}

interface LineageRowProps extends LineageActions {
  slug: string;
  entry: VersionEntry;
}

const readingOf = ({ scale }: Pick<LineageNode, "scale">) => (scale ? scaleOf(scale) : UNIT);

/** One version: who made it of what, what it scores, and below it, on its edge, how it did against another. */
export function LineageRow({
  slug,
  entry: { node, edge, parentNumber, otherTerms },
  mayEdit,
  onShow,
  onEdit,
  onCompare,
}: LineageRowProps) {
  const { number } = node;
  const labels = node.labels.filter((label) => label !== LATEST);
  const suggested = node.origin === "suggested";
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex min-h-7 flex-wrap items-center gap-1.5">
            <button
              type="button"
              data-version
              onClick={() => onShow(number)}
              className={cx(
                "inline-flex min-h-6 items-center rounded text-sm font-semibold text-ink",
                "hover:text-accent-ink hover:underline",
              )}
            >
              Version {number}
            </button>
            {node.labels.includes(LATEST) && <span className="text-2xs text-ink-subtle">latest</span>}
            {labels.map((label) => (
              <LabelBadge key={label} label={label} />
            ))}
            {suggested && (
              <Badge tone="lilac" icon={<Sparkles aria-hidden />}>
                Suggested
              </Badge>
            )}
            {parentNumber !== null && <span className="sr-only">, from version {parentNumber}</span>}
          </div>
          {node.changelog && (
            <p title={node.changelog} className="line-clamp-2 text-sm wrap-anywhere text-ink">
              {visibleText(node.changelog)}
            </p>
          )}
          <p className="mt-0.5 text-xs wrap-anywhere text-ink-subtle">
            {node.author} · {ORIGIN_WORDS[node.origin]} <RelativeTime at={node.at} />
            {parentNumber !== null && parentNumber !== number - 1 && <> · from version {parentNumber}</>}
          </p>
        </div>
        <VersionScore slug={slug} node={node} otherTerms={otherTerms} />
        <span className="-mr-1">
          <DropdownMenu
            trigger={
              <IconButton label={`More about version ${number}`} tip={false}>
                <EllipsisVertical aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Eye aria-hidden />} onSelect={() => onShow(number)}>
              View version
            </MenuItem>
            {mayEdit && (
              <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(number)}>
                Edit
              </MenuItem>
            )}
            {parentNumber !== null && edge && (
              <MenuItem icon={<ArrowLeftRight aria-hidden />} onSelect={() => onCompare(parentNumber, number)}>
                Compare with version {parentNumber}
              </MenuItem>
            )}
          </DropdownMenu>
        </span>
      </div>
      {edge && <EdgeLine slug={slug} node={node} edge={edge} />}
    </>
  );
}

function VersionScore({ slug, node, otherTerms }: { slug: string; node: LineageNode; otherTerms: number | null }) {
  const { composite, run } = node;
  if (!composite)
    return <p className="flex min-h-7 w-56 items-center text-xs text-ink-subtle max-sm:hidden">No score yet</p>;
  const words = estimateText(readingOf(node), composite);
  return (
    <div className="w-56">
      <div className="flex min-h-7 items-center gap-1.5 text-sm">
        <span className="font-semibold whitespace-nowrap text-ink tabular-nums">{words}</span>
        {run && (
          <Link
            to="/projects/$slug/runs/$run/results"
            params={{ slug, run }}
            className={cx(
              "ml-auto inline-flex min-h-6 items-center text-xs text-ink-subtle",
              "hover:text-accent-ink hover:underline",
            )}
          >
            Run #{node.run_number}
          </Link>
        )}
      </div>
      <ConfidenceIntervalBar interval={composite} />
      {otherTerms !== null && (
        <p className="mt-0.5 text-2xs text-ink-subtle">
          Measured with other cases, other settings or another version of the scorer than version {otherTerms}: the two
          scores cannot be compared.
        </p>
      )}
    </div>
  );
}

function EdgeLine({ slug, node, edge }: { slug: string; node: LineageNode; edge: NonNullable<VersionEntry["edge"]> }) {
  const { verdict, effect, against, suggestion, experiment, comparable } = edge;
  // The runs were compared, and there is no difference to judge.
  const same = comparable === true && !verdict;
  if (!verdict && !same && !suggestion && !experiment) return null;
  const reading = readingOf(node);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-muted">
      {verdict && <VerdictChip verdict={verdict} />}
      {same && (
        <Badge tone="neutral" icon={<Equal aria-hidden />}>
          Identical
        </Badge>
      )}
      {(verdict || same) && (
        <span title={edge.sentence ? visibleText(edge.sentence) : undefined}>
          {against !== null && (
            <>
              {verdict && NAMES_A_SIDE.has(verdict) ? "than" : "against"} version {against}
            </>
          )}
          {effect && (
            <span className="tabular-nums">
              {" "}
              · {changeText(reading, effect.value)}{" "}
              <span className="text-ink-subtle">
                ({changeText(reading, effect.low)} to {changeText(reading, effect.high)})
              </span>
            </span>
          )}
        </span>
      )}
      {experiment && edge.iteration_number !== null && (
        <Link
          to="/projects/$slug/experiments/$experiment/iterations/$number"
          params={{ slug, experiment, number: String(edge.iteration_number) }}
          className="inline-flex min-h-6 items-center text-accent-ink hover:underline"
        >
          Iteration {edge.iteration_number}
          <span className="sr-only"> of {edge.experiment_name}</span>
        </Link>
      )}
      {suggestion && (
        <Link
          to="/projects/$slug/reviews/$suggestion"
          params={{ slug, suggestion }}
          className="inline-flex min-h-6 items-center text-accent-ink hover:underline"
        >
          Review
        </Link>
      )}
    </div>
  );
}
