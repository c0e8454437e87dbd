import { Link, useNavigate } from "@tanstack/react-router";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { useRemoveBoard } from "../api";
import type { Board } from "../types";

export function BoardMenu({ project, board }: { project: string; board: Board }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveBoard(project, board.id);
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success("Leaderboard removed");
        void navigate({ to: "/projects/$slug/arena", params: { slug: project } });
      },
      onError: (error) => {
        notify.failure(error);
        setAsking(false);
      },
    });
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton label="Actions for this leaderboard" tip={false} className="size-9 border border-line-strong">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <Link to="/projects/$slug/arena/$board/edit" params={{ slug: project, board: board.id }}>
            <Pencil aria-hidden /> Change name or runs
          </Link>
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsking(true)}>
          Remove
        </MenuItem>
      </DropdownMenu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${board.name}?`}
        description="The leaderboard and its votes are no longer shown. The runs and their answers are kept."
        confirmLabel="Remove leaderboard"
        danger
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
