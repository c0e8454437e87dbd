import { useQuery } from "@tanstack/react-query";
import { RadioGroup } from "radix-ui";
import { useState } from "react";
import type { Member, Project } from "@/api/types";
import { useMe } from "@/features/people/accounts";
import { memberListQuery } from "@/features/people/members";
import { useTransferProject } from "@/features/people/projects";
import { displayName } from "@/shared/format/displayName";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Avatar } from "@/shared/ui/Avatar";
import { RoleBadge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { SearchInput } from "@/shared/ui/SearchInput";
import { BlockSkeleton } from "@/shared/ui/Skeleton";

interface TransferDialogProps {
  project: Project;
  open: boolean;
  onClose: () => void;
}

export function TransferDialog({ project, open, onClose }: TransferDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Transfer ownership"
      description={`Choose who owns ${project.name} from now on. You become admin.`}
    >
      <TransferForm project={project} onClose={onClose} />
    </Dialog>
  );
}

function TransferForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const me = useMe();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Member | null>(null);
  const list = useQuery(memberListQuery(project.slug, useDebounced(typed.trim())));
  const transfer = useTransferProject(project.slug);
  const others = list.data?.items.filter((member) => member.user_id !== me.id) ?? [];

  const confirm = () =>
    chosen &&
    transfer.mutate(chosen.user_id, {
      onSuccess: () => {
        notify.success(`${displayName(chosen)} now owns ${project.name}`);
        onClose();
      },
      onError: notify.failure,
    });

  return (
    <>
      <SearchInput label="Search members" value={typed} onChange={setTyped} />
      {list.isPending && (
        <div className="mt-3">
          <BlockSkeleton label="Loading members" />
        </div>
      )}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && others.length === 0 && (
        <p className="mt-4 text-sm text-ink-muted">
          {typed ? "No member matches this search." : "Invite someone first: there is no other member yet."}
        </p>
      )}
      <RadioGroup.Root
        aria-label="New owner"
        value={chosen?.user_id ?? ""}
        onValueChange={(id) => setChosen(others.find((member) => member.user_id === id) ?? null)}
        className="mt-3 flex max-h-72 flex-col gap-1 overflow-y-auto"
      >
        {others.map((member) => (
          <RadioGroup.Item
            key={member.user_id}
            value={member.user_id}
            aria-label={displayName(member)}
            className={cx(
              "flex min-h-11 items-center gap-3 rounded-md border border-transparent px-3 py-1.5 text-left text-sm",
              "hover:bg-surface-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft",
            )}
          >
            <Avatar label={displayName(member)} size="sm" />
            <span className="min-w-0 flex-1 truncate font-medium">{displayName(member)}</span>
            <RoleBadge role={member.role} />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" disabled={chosen === null} loading={transfer.isPending} onClick={confirm}>
          Transfer ownership
        </Button>
      </DialogFooter>
    </>
  );
}
