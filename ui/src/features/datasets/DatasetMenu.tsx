import { useNavigate } from "@tanstack/react-router";
import { Combine, EllipsisVertical, Lock, LockOpen, Pencil, Split as SplitIcon, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Dataset } from "@/api/types";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { useEditDataset, useLockHoldout, useRemoveDataset } from "./api";
import { DatasetDialog } from "./DatasetDialog";

interface DatasetMenuProps {
  project: string;
  dataset: Dataset;
  onAsk: (what: "splits" | "tags" | "merge") => void;
}

export function DatasetMenu({ project, dataset, onAsk }: DatasetMenuProps) {
  const [asking, setAsking] = useState<"edit" | "remove" | null>(null);
  const navigate = useNavigate();
  const edit = useEditDataset(project, dataset.id);
  const remove = useRemoveDataset(project, dataset.id);
  const lock = useLockHoldout(project, dataset.id);
  const locked = dataset.holdout_locked;
  const toggleLock = () =>
    lock.mutate(!locked, {
      onSuccess: () => notify.success(locked ? "The hold-out can be changed again" : "The hold-out is locked"),
      onError: notify.failure,
    });
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton label="More" className="size-9 border border-line-strong">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsking("edit")}>
          Edit details
        </MenuItem>
        {dataset.cases > 0 && (
          <MenuItem icon={<SplitIcon aria-hidden />} onSelect={() => onAsk("splits")}>
            Splits…
          </MenuItem>
        )}
        {dataset.cases > 0 && (
          <MenuItem icon={<Tags aria-hidden />} onSelect={() => onAsk("tags")}>
            Tags…
          </MenuItem>
        )}
        <MenuItem icon={<Combine aria-hidden />} onSelect={() => onAsk("merge")}>
          Merge another dataset…
        </MenuItem>
        {dataset.cases > 0 && (
          <MenuItem icon={locked ? <LockOpen aria-hidden /> : <Lock aria-hidden />} onSelect={toggleLock}>
            {locked ? "Unlock hold-out" : "Lock hold-out"}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking("remove")}>
          Remove dataset
        </MenuItem>
      </DropdownMenu>
      <DatasetDialog
        open={asking === "edit"}
        onOpenChange={() => setAsking(null)}
        title="Edit details"
        confirmLabel="Save"
        dataset={dataset}
        busy={edit.isPending}
        onSave={async (fields) => {
          await edit.mutateAsync(fields);
          notify.success("Saved");
          setAsking(null);
        }}
      />
      <ConfirmDialog
        open={asking === "remove"}
        onOpenChange={() => setAsking(null)}
        title={`Remove “${dataset.name}”?`}
        description={
          "The dataset is removed from all lists and can no longer be used. " +
          "Runs that used it keep their cases, so their results do not change."
        }
        confirmLabel="Remove dataset"
        danger
        typeToConfirm={dataset.name}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              notify.success("Dataset removed");
              void navigate({ to: "/projects/$slug/datasets", params: { slug: project } });
            },
            onError: (error) => {
              notify.failure(error);
              setAsking(null);
            },
          })
        }
      />
    </>
  );
}
