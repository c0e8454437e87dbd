import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "@/shared/ui/IconButton";

interface ItemActionsProps {
  /** Such as "message 2". */
  what: string;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  /** Null where one has to stay. */
  onRemove: (() => void) | null;
}

export function ItemActions({ what, index, count, onMove, onRemove }: ItemActionsProps) {
  return (
    <span className="ml-auto flex shrink-0 items-center">
      {count > 1 && index > 0 && (
        <IconButton label={`Move ${what} up`} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden />
        </IconButton>
      )}
      {count > 1 && index < count - 1 && (
        <IconButton label={`Move ${what} down`} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden />
        </IconButton>
      )}
      {onRemove && (
        <IconButton label={`Remove ${what}`} tone="danger" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </span>
  );
}
