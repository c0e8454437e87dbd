import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Case } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import type { CaseListProps } from "./CaseTable";
import { valueText } from "./caseText";
import { Difficulty, SplitBadge, Tags } from "./DatasetBadges";
import { SelectBox } from "./SelectBox";
import { isChosen } from "./caseSelection";

const AHEAD = 15;
const CARD_PX = 150;
const VALUES_ON_CARD = 3;

/** The same cases where there is no room for a table; the page itself scrolls. */
export function CaseCards({
  columns,
  cases,
  total,
  locked,
  selection,
  onToggle,
  onOpen,
  onNearEnd,
  stale,
}: CaseListProps) {
  const box = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(box.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: cases.length,
    estimateSize: () => CARD_PX,
    overscan: 6,
    scrollMargin: above,
    gap: 8,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const wantMore = useEffectEvent(onNearEnd);
  useEffect(() => {
    if (last >= cases.length - AHEAD && cases.length < total) wantMore();
  }, [last, cases.length, total]);
  return (
    <ul
      ref={box}
      aria-label="Cases"
      className={cx("relative", stale && "opacity-60")}
      style={{ height: virtual.getTotalSize() }}
    >
      {rows.map(({ index, start }) => {
        const one = cases[index];
        if (!one) return null;
        const chosen = selection ? isChosen(selection, one.id) : null;
        return (
          <li
            key={one.id}
            data-index={index}
            ref={virtual.measureElement}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start - above}px)` }}
          >
            <CaseCard
              one={one}
              columns={columns}
              locked={locked}
              chosen={chosen}
              onToggle={(range) => onToggle(one.id, range)}
              onOpen={() => onOpen(one.id)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface CaseCardProps {
  one: Case;
  columns: readonly string[];
  locked: boolean;
  chosen: boolean | null;
  onToggle: (range: boolean) => void;
  onOpen: () => void;
}

function CaseCard({ one, columns, locked, chosen, onToggle, onOpen }: CaseCardProps) {
  const names = columns.filter((name) => one.values[name] !== undefined).slice(0, VALUES_ON_CARD);
  const parts = [
    ...names.map((name) => ({ name, text: valueText(one.values[name]), mono: true })),
    ...(one.expected ? [{ name: "Expected", text: one.expected, mono: false }] : []),
  ];
  return (
    <div className={cx("relative rounded-lg border border-line p-3 text-sm", chosen ? "bg-accent-soft" : "bg-raised")}>
      <div className="mb-2 flex min-h-6 items-center gap-3">
        {chosen !== null && (
          <span className="z-10 flex">
            <SelectBox label={`Select case ${one.position}`} checked={chosen} onToggle={onToggle} />
          </span>
        )}
        <button
          type="button"
          onClick={onOpen}
          className="min-h-6 rounded font-medium text-ink after:absolute after:inset-0"
        >
          Case {one.position}
        </button>
        <span className="ml-auto flex items-center gap-3">
          {one.difficulty !== null && <Difficulty value={one.difficulty} />}
          {one.split !== "none" && <SplitBadge split={one.split} locked={locked} />}
        </span>
      </div>
      <dl className="flex flex-col gap-1.5">
        {parts.map(({ name, text, mono }) => (
          <div key={name} className="grid min-w-0 gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <dt className={cx("truncate text-xs leading-5", mono ? "font-mono text-lilac" : "text-ink-subtle")}>
              {name}
            </dt>
            <dd dir="auto" className="line-clamp-2 wrap-anywhere text-ink">
              {visibleText(text.slice(0, 300))}
            </dd>
          </div>
        ))}
      </dl>
      {one.tags.length > 0 && (
        <div className="mt-2">
          <Tags tags={one.tags} most={6} />
        </div>
      )}
    </div>
  );
}
