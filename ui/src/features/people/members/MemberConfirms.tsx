/** The questions asked before someone gains everything or loses access. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Member, Project, Role } from "@/api/types";
import { useMe, useVouchForEmail } from "@/features/people/accounts";
import { projectsKey } from "@/features/people/projects";
import { displayName } from "@/shared/format/displayName";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { roleName } from "@/shared/ui/Badge";
import { useChangeRole, useRemoveMember } from "./api";

type Question =
  | { kind: "role"; member: Member; role: Role }
  | { kind: "remove"; member: Member }
  | { kind: "address"; member: Member };

export function useMemberConfirms(project: string) {
  const [question, setQuestion] = useState<Question | null>(null);
  const me = useMe();
  const change = useChangeRole(project);
  return {
    question,
    /** Everyday changes happen at once; giving everything away, or changing oneself, is asked first. */
    changeRole: (member: Member, role: Role) => {
      if (role === "OWNER" || member.user_id === me.id) return setQuestion({ kind: "role", member, role });
      change.mutate(
        { member, role },
        { onSuccess: () => notify.success(`${displayName(member)} is now ${roleName(role)}`), onError: notify.failure },
      );
    },
    askRemove: (member: Member) => setQuestion({ kind: "remove", member }),
    askConfirmAddress: (member: Member) => setQuestion({ kind: "address", member }),
    close: () => setQuestion(null),
  };
}

interface MemberConfirmsProps {
  project: Project;
  confirms: ReturnType<typeof useMemberConfirms>;
}

export function MemberConfirms({ project, confirms }: MemberConfirmsProps) {
  const { question, close } = confirms;
  const me = useMe();
  const change = useChangeRole(project.slug);
  const remove = useRemoveMember(project.slug);
  const cache = useQueryClient();
  const navigate = useNavigate();
  if (!question) return null;
  if (question.kind === "address") return <AddressConfirm member={question.member} onClose={close} />;
  const who = displayName(question.member);
  const self = question.member.user_id === me.id;

  if (question.kind === "role") {
    const { member, role } = question;
    const confirm = () =>
      change.mutate(
        { member, role },
        {
          onSuccess: () => notify.success(`${who} is now ${roleName(role)}`),
          onError: notify.failure,
          onSettled: close,
        },
      );
    const owner = role === "OWNER";
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={owner ? `Make ${who} an owner?` : `Change the role of ${self ? "yourself" : who}?`}
        description={
          owner
            ? "Owners may do everything in this project, including archiving it and removing you."
            : `${self ? "You" : who} will be ${roleName(role)} instead of ` +
              `${roleName(member.role)}${self ? ", and may lose access to this page" : ""}.`
        }
        confirmLabel={owner ? "Make owner" : "Change role"}
        danger={owner}
        busy={change.isPending}
        onConfirm={confirm}
      />
    );
  }

  const confirm = () =>
    remove.mutate(question.member.user_id, {
      onSuccess: () => {
        close();
        notify.success(self ? `You left ${project.name}` : `${who} was removed`);
        if (!self) return;
        void cache.invalidateQueries({ queryKey: projectsKey });
        void navigate({ to: "/projects" });
      },
      onError: (error) => {
        close();
        notify.failure(error);
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={self ? `Leave ${project.name}?` : `Remove ${who}?`}
      description={
        self
          ? "You lose access at once. To come back, you need an invite from someone who manages members."
          : `${who} loses access to ${project.name} at once. Their work is kept.`
      }
      confirmLabel={self ? "Leave project" : "Remove member"}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
    />
  );
}

function AddressConfirm({ member, onClose }: { member: Member; onClose: () => void }) {
  const vouch = useVouchForEmail();
  const confirm = () =>
    vouch.mutate(member.user_id, {
      onSuccess: () => notify.success(`${member.email} is confirmed`),
      onError: notify.failure,
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Confirm ${member.email}?`}
      description={
        "Ask the person first, outside Edison, whether they made this account. " +
        "From then on the account can accept every invite to this address, in all projects."
      }
      confirmLabel="Confirm address"
      busy={vouch.isPending}
      onConfirm={confirm}
    />
  );
}
