import { Columns2, RotateCw } from "lucide-react";
import { Tooltip } from "radix-ui";
import { useState } from "react";
import { CaseCell, type RowHeadProps } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { useGridContext } from "./gridContext";

/** The number of the row. Hover shows the case; a click opens the menu of the row. */
export function RowHead({ row, name, active, trials, compact }: RowHeadProps) {
  const { mayRepeat, repeatRow, sideBySide } = useGridContext();
  const [near, setNear] = useState(false);
  const number = (
    <>
      <span aria-hidden>{(row.position + 1).toLocaleString("en")}</span>
      {trials > 1 && (
        <span aria-hidden className="text-2xs">
          t{row.trial + 1}
        </span>
      )}
    </>
  );
  const look = cx(
    "flex size-full items-center gap-0.5 text-xs text-ink-subtle tabular-nums",
    compact ? "justify-center" : "flex-col pt-2.5",
  );
  if (!near && !active)
    return (
      <span className={look} onPointerEnter={() => setNear(true)}>
        {number}
        <span className="sr-only">{name}</span>
      </span>
    );
  return (
    <div className="size-full" onPointerLeave={() => setNear(false)}>
      <Tooltip.Root open>
        <DropdownMenu
          align="start"
          trigger={
            <Tooltip.Trigger
              aria-label={`${name}: actions`}
              tabIndex={active ? 0 : -1}
              className={cx(
                look,
                "outline-none hover:text-ink focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]",
                "data-[state=open]:text-ink",
              )}
            >
              {number}
            </Tooltip.Trigger>
          }
        >
          {mayRepeat && (
            <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => repeatRow(row)}>
              Re-run the row
            </MenuItem>
          )}
          <MenuItem icon={<Columns2 aria-hidden />} onSelect={() => sideBySide(row.row)}>
            Side by side
          </MenuItem>
        </DropdownMenu>
        <Tooltip.Portal>
          <Tooltip.Content
            side="right"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className="z-30 w-80 max-w-[80vw] animate-fade-in rounded-lg bg-raised p-3 text-left shadow-float"
          >
            <p className="mb-1 text-2xs font-medium text-ink-subtle">
              {name}
              {row.tags.length > 0 && ` · ${row.tags.join(", ")}`}
            </p>
            <CaseCell row={row} />
            {row.expected && (
              <p
                dir="auto"
                className="mt-2 line-clamp-3 border-t border-line pt-2 text-xs wrap-anywhere text-ink-muted"
              >
                <span className="text-ink-subtle">Expected: </span>
                {visibleText(row.expected.text)}
              </p>
            )}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </div>
  );
}
