import { Copy, EllipsisVertical, Pencil, RotateCw, X } from "lucide-react";
import { ModelName, parameterWords, type TargetPart } from "@/features/runs";
import { toParameters } from "@/features/models/playground";
import { cx } from "@/shared/ui/cx";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";

interface TargetHeadProps {
  target: TargetPart;
  /** It was added or changed since the run that is shown. */
  fresh: boolean;
  onEdit: () => void;
  onDuplicate: (() => void) | null;
  onRemove: (() => void) | null;
  onRepeat: (() => void) | null;
}

/** "Provider / Model" with its parameters; a press changes them. */
export function TargetHead({ target, fresh, onEdit, onDuplicate, onRemove, onRepeat }: TargetHeadProps) {
  const { model } = target;
  const detail = parameterWords(toParameters(target.parameters));
  return (
    <div className="relative flex min-w-0 flex-1 items-center">
      <button
        type="button"
        onClick={onEdit}
        className={cx(
          "-ml-1.5 flex min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 py-1",
          "text-left transition-colors duration-150 hover:bg-surface-hover",
        )}
      >
        <span className="sr-only">Change </span>
        <ModelName
          provider={model.provider}
          name={model.title}
          detail={detail}
          badge={
            fresh && <span className="shrink-0 rounded bg-lilac-soft px-1 font-medium text-lilac">not run yet</span>
          }
        />
      </button>
      <div
        className={cx(
          "absolute inset-y-0 -right-2 flex items-center bg-surface pl-1 opacity-0",
          "shadow-[-8px_0_8px_-2px_var(--surface)] transition-opacity duration-150 group-hover/head:opacity-100",
          "focus-within:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <DropdownMenu
          trigger={
            <IconButton label={`More for ${model.title}`} tip={false} className="size-6!">
              <EllipsisVertical aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            Change…
          </MenuItem>
          {onDuplicate && (
            <MenuItem icon={<Copy aria-hidden />} onSelect={onDuplicate}>
              Duplicate
            </MenuItem>
          )}
          {onRepeat && (
            <MenuItem icon={<RotateCw aria-hidden />} onSelect={onRepeat}>
              Re-run the column
            </MenuItem>
          )}
          {onRemove && (
            <>
              <MenuSeparator />
              <MenuItem danger icon={<X aria-hidden />} onSelect={onRemove}>
                Remove
              </MenuItem>
            </>
          )}
        </DropdownMenu>
        {onRemove && (
          <IconButton label={`Remove ${model.title}`} className="size-6!" onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
}
