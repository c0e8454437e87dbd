import { Link } from "@tanstack/react-router";
import {
  Archive,
  ArchiveRestore,
  CirclePause,
  Copy,
  EllipsisVertical,
  FileDown,
  Pencil,
  Play,
  RotateCcw,
  Trash2,
  Wallet,
} from "lucide-react";
import type { Project } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { suiteFileUrl, useMoveSuite } from "../api";
import { SuiteChip } from "../SuiteChip";
import type { Suite } from "../types";
import { datasetWords, promptWords } from "../recipePhrasing";
import type { SuiteActions, Asked } from "./suiteActions";

interface SuiteHeaderProps {
  project: Project;
  suite: Suite;
  acts: SuiteActions;
  onAsk: (asked: Asked) => void;
}

export function SuiteHeader({ project, suite, acts, onAsk }: SuiteHeaderProps) {
  const { slug } = project;
  const { recipe } = suite;
  const heading = usePageHeading([suite.name, "Suites", project.name]);
  const params = { slug, suite: suite.id };
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-heading
            className="min-w-0 text-xl font-semibold wrap-anywhere text-ink"
          >
            {visibleText(suite.name)}
          </h1>
          <span role="status" aria-label="State">
            <SuiteChip state={suite.state} />
          </span>
        </div>
        {suite.description && (
          <p className="mt-1 max-w-3xl text-sm wrap-anywhere text-ink-muted">{visibleText(suite.description)}</p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
          {recipe.prompts.map((one) => (
            <Link
              key={one.prompt}
              to="/projects/$slug/prompts/$prompt"
              params={{ slug, prompt: one.prompt }}
              search={one.resolved ? { version: one.resolved } : {}}
              className="rounded hover:text-ink hover:underline"
            >
              {promptWords(one)}
            </Link>
          ))}
          {recipe.dataset && (
            <Link
              to="/projects/$slug/datasets/$dataset"
              params={{ slug, dataset: recipe.dataset.id }}
              search={{}}
              className="rounded hover:text-ink hover:underline"
            >
              {datasetWords(recipe.dataset)}
            </Link>
          )}
          <span>
            saved by {suite.created_by} <RelativeTime at={suite.created_at} />
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {acts.edits && suite.state !== "archived" && (
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/suites/$suite/edit" params={params}>
              <Pencil aria-hidden /> Edit
            </Link>
          </Button>
        )}
        {acts.runs && (
          <Button onClick={() => onAsk("run")}>
            <Play aria-hidden /> Run now
          </Button>
        )}
        <SuiteMenu project={slug} suite={suite} acts={acts} onAsk={onAsk} />
      </div>
    </div>
  );
}

function SuiteMenu({ project, suite, acts, onAsk }: Omit<SuiteHeaderProps, "project"> & { project: string }) {
  const move = useMoveSuite(project, suite.id);
  const go = (wanted: "pause" | "resume" | "restore", said: string) => () =>
    move.mutate(wanted, { onSuccess: () => notify.success(said), onError: notify.failure });
  return (
    <DropdownMenu
      trigger={
        <IconButton label="More" tip={false}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
    >
      {acts.moves && suite.state === "active" && (
        <MenuItem icon={<CirclePause aria-hidden />} onSelect={go("pause", "Suite paused")}>
          Pause
        </MenuItem>
      )}
      {acts.moves && suite.state === "paused" && (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={go("resume", "Suite resumed")}>
          Resume
        </MenuItem>
      )}
      {acts.moves && (
        <MenuItem icon={<Wallet aria-hidden />} onSelect={() => onAsk("limit")}>
          Limit per day…
        </MenuItem>
      )}
      {acts.edits && (
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => onAsk("duplicate")}>
          Duplicate…
        </MenuItem>
      )}
      <MenuItem asChild>
        <a href={suiteFileUrl(project, suite.id)} download>
          <FileDown aria-hidden /> Download as YAML
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={`${suiteFileUrl(project, suite.id)}?format=promptfoo`} download>
          <FileDown aria-hidden /> Download for promptfoo
        </a>
      </MenuItem>
      {acts.edits && <MenuSeparator />}
      {acts.edits && suite.state !== "archived" && (
        <MenuItem icon={<Archive aria-hidden />} onSelect={() => onAsk("archive")}>
          Archive…
        </MenuItem>
      )}
      {acts.edits && suite.state === "archived" && (
        <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={go("restore", "Suite restored")}>
          Restore
        </MenuItem>
      )}
      {acts.edits && suite.executions === 0 && (
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAsk("delete")}>
          Delete…
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
