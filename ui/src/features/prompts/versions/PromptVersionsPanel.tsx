import { useInfiniteQuery } from "@tanstack/react-query";
import {
  ArrowLeftRight,
  EllipsisVertical,
  Eye,
  GitFork,
  History,
  MessageSquare,
  Pencil,
  Rocket,
  RotateCcw,
  Tag,
  TagsIcon,
} from "lucide-react";
import type { Project, Prompt, VersionCard } from "@/api/types";
import { useOpenThreads } from "@/features/comments";
import { useOverridden } from "@/features/promotions";
import { countOf } from "@/shared/format/quantities";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { versionListQuery } from "../api";
import { LATEST, ORIGIN_WORDS } from "../promptPhrasing";
import { LabelBadge } from "./LabelBadge";
import type { VersionQuestion } from "./versionDialogs";

interface PromptVersionsPanelProps {
  project: Project;
  prompt: Prompt;
  /** The one on the screen; null for the draft. */
  shown: number | null;
  mayEdit: boolean;
  onShow: (number: number | null) => void;
  onEdit: (number: number) => void;
  onCompare: (a: number, b: number) => void;
  onAsk: (question: VersionQuestion) => void;
}

/** The history of a prompt, newest first, as a line of dots. */
export function PromptVersionsPanel(props: PromptVersionsPanelProps) {
  const { project, prompt, onCompare } = props;
  const list = useInfiniteQuery(versionListQuery(project.slug, prompt.id));
  const overridden = useOverridden(project, prompt);
  const threads = useOpenThreads(project.slug, "version", prompt.id);
  const versions = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <RowSkeletons count={3} label="Loading versions" />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (versions.length === 0) {
    return (
      <EmptyState action={null} icon={<History />} title="No version yet">
        The draft is kept as you write. Save a version to get a fixed number that you can label and compare.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {prompt.latest > 1 && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => onCompare(prompt.latest - 1, prompt.latest)}
        >
          <ArrowLeftRight aria-hidden /> Compare versions
        </Button>
      )}
      <ol aria-label="Versions" className="flex flex-col">
        {versions.map((version, index) => (
          <PromptVersionRow
            key={version.id}
            {...props}
            version={version}
            overridden={overridden}
            threads={threads.get(String(version.number)) ?? 0}
            last={index === versions.length - 1 && !list.hasNextPage}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          className="self-center"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

interface PromptVersionRowProps extends PromptVersionsPanelProps {
  version: VersionCard;
  last: boolean;
  overridden: ReadonlySet<string>;
  /** The number of open threads of comments. */
  threads: number;
}

function PromptVersionRow({
  version,
  last,
  overridden,
  threads,
  project,
  prompt,
  shown,
  mayEdit,
  onShow,
  onEdit,
  onCompare,
  onAsk,
}: PromptVersionRowProps) {
  const { number } = version;
  const here = shown === number;
  const labels = version.labels.filter((label) => label !== LATEST);
  return (
    <li className="relative flex gap-3 pb-1 pl-1">
      {!last && <span aria-hidden className="absolute top-5 bottom-0 left-[8.5px] w-px bg-line-strong" />}
      <span
        aria-hidden
        className={cx(
          "mt-2.5 size-2.5 shrink-0 rounded-full border-2",
          here
            ? "border-accent bg-accent"
            : number === prompt.latest
              ? "border-accent-mark bg-raised"
              : "border-control bg-raised",
        )}
      />
      <div className={cx("min-w-0 flex-1 rounded-md px-2 py-1.5", here && "bg-surface-hover")}>
        <div className="flex min-h-6 flex-wrap items-center gap-1.5">
          <button
            type="button"
            aria-pressed={here}
            onClick={() => onShow(here ? null : number)}
            className={cx(
              "inline-flex min-h-6 items-center rounded text-sm font-semibold text-ink",
              "hover:text-accent-ink hover:underline",
            )}
          >
            Version {number}
          </button>
          {number === prompt.latest && <span className="text-2xs text-ink-subtle">latest</span>}
          {labels.map((label) => (
            <LabelBadge key={label} label={label} overridden={overridden.has(label)} />
          ))}
          {threads > 0 && (
            <Badge tone="accent" icon={<MessageSquare aria-hidden />}>
              {countOf(threads, "open thread")}
            </Badge>
          )}
          <span className="-my-1 -mr-1 ml-auto">
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
              {prompt.latest > 1 && (
                <MenuItem
                  icon={<ArrowLeftRight aria-hidden />}
                  onSelect={() =>
                    number === prompt.latest ? onCompare(number - 1, number) : onCompare(number, prompt.latest)
                  }
                >
                  Compare with {number === prompt.latest ? `version ${number - 1}` : "the latest"}
                </MenuItem>
              )}
              {mayEdit && (
                <>
                  <MenuSeparator />
                  {project.settings.protected_labels
                    .filter(({ label }) => prompt.labels[label] !== number)
                    .map(({ label }) => (
                      <MenuItem
                        key={label}
                        icon={<Rocket aria-hidden />}
                        onSelect={() => onAsk({ kind: "promote", version, label })}
                      >
                        Promote to {label}…
                      </MenuItem>
                    ))}
                  <MenuItem icon={<Tag aria-hidden />} onSelect={() => onAsk({ kind: "label", version })}>
                    Set label…
                  </MenuItem>
                  {labels.map((label) => (
                    <MenuItem
                      key={label}
                      icon={<TagsIcon aria-hidden />}
                      onSelect={() => onAsk({ kind: "unlabel", version, label })}
                    >
                      Remove label {label}
                    </MenuItem>
                  ))}
                  <MenuSeparator />
                  <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => onAsk({ kind: "restore", version })}>
                    Restore…
                  </MenuItem>
                  <MenuItem icon={<GitFork aria-hidden />} onSelect={() => onAsk({ kind: "fork", version })}>
                    Fork into a new prompt…
                  </MenuItem>
                </>
              )}
            </DropdownMenu>
          </span>
        </div>
        {version.changelog && (
          <p className="mt-0.5 text-sm wrap-anywhere whitespace-pre-line text-ink">{version.changelog}</p>
        )}
        <p className="mt-0.5 text-xs wrap-anywhere text-ink-subtle">
          {version.author} · {ORIGIN_WORDS[version.origin]} <RelativeTime at={version.created_at} />
        </p>
      </div>
    </li>
  );
}
