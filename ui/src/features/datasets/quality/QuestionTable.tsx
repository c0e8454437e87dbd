import { EllipsisVertical, Eye, Sparkles, Trash2 } from "lucide-react";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { countOf, formatPercent, truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { NoneMark } from "../DatasetBadges";
import { SelectBox } from "../SelectBox";
import { SuspicionList } from "./SuspicionList";
import type { QualityItem, QuestionSuspicion } from "./types";
import { discriminationText } from "./questionPhrasing";

export interface QuestionActs {
  edits: boolean;
  /** A model may be asked for more. */
  generates: boolean;
  busy: boolean;
  onToggle: (question: string) => void;
  onOpen: (question: string) => void;
  onDismiss: (question: string, suspicion: QuestionSuspicion, dismissed: boolean) => void;
  onLike: (questions: string[]) => void;
  onRetire: (questions: string[]) => void;
}

interface QuestionTableProps {
  items: readonly QualityItem[];
  chosen: ReadonlySet<string>;
  acts: QuestionActs;
}

const LETTERS = 400;
const CORRELATION = { low: -1, high: 1 };

export function QuestionTable({ items, chosen, acts }: QuestionTableProps) {
  const columns: Column<QualityItem>[] = [
    {
      key: "question",
      header: "Question",
      lead: true,
      className: "lg:w-[54%]",
      cell: (item) => <QualityQuestion item={item} chosen={chosen.has(item.case)} acts={acts} />,
    },
    {
      key: "easiness",
      header: "Easiness",
      align: "right",
      className: "lg:w-[10%]",
      cell: ({ easiness }) => (easiness === null ? <NoneMark /> : formatPercent(easiness)),
    },
    {
      key: "discrimination",
      header: "Discrimination",
      className: "sm:max-lg:col-span-2 lg:w-[20%]",
      cell: (item) => <Discrimination item={item} />,
    },
    {
      key: "answers",
      header: "Answers",
      align: "right",
      className: "lg:w-[10%]",
      cell: ({ answers, columns: of }) => (
        <span className="text-xs text-ink-muted">
          {answers.toLocaleString("en")}
          <br className="hidden lg:inline" /> by {countOf(of, "column")}
        </span>
      ),
    },
    {
      key: "acts",
      header: "Actions",
      hideHeader: true,
      align: "right",
      className: "lg:w-[6%]",
      cell: (item) => <Acts item={item} acts={acts} />,
    },
  ];
  return (
    <DataTable caption="Questions and suspicions" columns={columns} rows={items} rowKey={({ case: id }) => id} fixed />
  );
}

function QualityQuestion({ item, chosen, acts }: { item: QualityItem; chosen: boolean; acts: QuestionActs }) {
  return (
    <div className="flex min-w-0 gap-3 py-1 pr-8 lg:pr-0">
      {acts.edits && (
        <span className="flex h-5 items-center">
          <SelectBox
            label={`Select case ${item.position}`}
            checked={chosen}
            onToggle={() => acts.onToggle(item.case)}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <button
          type="button"
          dir="auto"
          onClick={() => acts.onOpen(item.case)}
          className="line-clamp-3 rounded text-left wrap-anywhere whitespace-pre-line text-ink hover:text-accent-ink"
        >
          <span className="mr-1.5 text-xs text-ink-subtle">{item.position}</span>
          {visibleText(truncate(item.text, LETTERS))}
        </button>
        {item.expected && (
          <p dir="auto" className="line-clamp-2 text-xs wrap-anywhere text-ink-muted">
            <span className="text-ink-subtle">Expected: </span>
            {visibleText(truncate(item.expected, LETTERS))}
          </p>
        )}
        {item.suspicions.length > 0 && (
          <SuspicionList
            suspicions={item.suspicions}
            edits={acts.edits}
            busy={acts.busy}
            onOpen={acts.onOpen}
            onDismiss={(one, dismissed) => acts.onDismiss(item.case, one, dismissed)}
          />
        )}
      </div>
    </div>
  );
}

function Discrimination({ item }: { item: QualityItem }) {
  const { discrimination: value, low, high } = item;
  const words = discriminationText(item);
  if (value === null) return <span className="text-xs text-ink-subtle">{words}</span>;
  return (
    <div className="min-w-32">
      {low !== null && high !== null && (
        <ConfidenceIntervalBar
          interval={{ value, low, high }}
          domain={CORRELATION}
          mark={0}
          ink={high < 0 ? "bad" : low > 0 ? "plain" : "quiet"}
        />
      )}
      <span className="text-xs whitespace-nowrap text-ink-muted">{words}</span>
    </div>
  );
}

function Acts({ item, acts }: { item: QualityItem; acts: QuestionActs }) {
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`Actions for case ${item.position}`} tip={false}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Eye aria-hidden />} onSelect={() => acts.onOpen(item.case)}>
        Open the case
      </MenuItem>
      {acts.generates && (
        <MenuItem icon={<Sparkles aria-hidden />} onSelect={() => acts.onLike([item.case])}>
          Add more like this
        </MenuItem>
      )}
      {acts.edits && <MenuSeparator />}
      {acts.edits && (
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => acts.onRetire([item.case])}>
          Retire…
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
