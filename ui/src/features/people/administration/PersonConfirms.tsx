/** The questions asked before a person's access changes. Each says what will happen. */
import type { InstallationPerson } from "@/api/types";
import { leaveToSignIn, useMe } from "@/features/people/accounts";
import { displayName } from "@/shared/format/displayName";
import { countOf } from "@/shared/format/quantities";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { notify } from "@/shared/ui/notify";
import { type PersonAction, usePersonAction } from "./api";
import { DeletePersonDialog } from "./DeletePersonDialog";

export interface PersonQuestion {
  kind: PersonAction | "delete";
  person: InstallationPerson;
}

interface PersonConfirmsProps {
  question: PersonQuestion | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function PersonConfirms({ question, onClose, onDeleted }: PersonConfirmsProps) {
  const me = useMe();
  const action = usePersonAction();
  if (!question) return null;
  const { kind, person } = question;
  if (kind === "delete") return <DeletePersonDialog person={person} onClose={onClose} onDeleted={onDeleted} />;
  const text = TEXTS[kind](person, displayName(person));
  const self = person.id === me.id;
  const confirm = () =>
    action.mutate(
      { action: kind, person },
      {
        onSuccess: () => {
          if (self && kind === "sessions") return leaveToSignIn("everywhere");
          notify.success(text.done);
        },
        onError: notify.failure,
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.title}
      description={text.description}
      confirmLabel={text.confirm}
      danger={text.danger ?? false}
      busy={action.isPending}
      onConfirm={confirm}
    />
  );
}

interface QuestionText {
  title: string;
  description: string;
  confirm: string;
  done: string;
  danger?: boolean;
}

const TEXTS: Record<PersonAction, (person: InstallationPerson, who: string) => QuestionText> = {
  disable: (person, who) => ({
    title: `Disable the account of ${who}?`,
    description:
      `${who} is signed out at once and cannot sign in. ` +
      (person.token_count > 0 ? `${countOf(person.token_count, "API token")} of this account stop working. ` : "") +
      "Invites from this account cannot be accepted. " +
      "Projects, runs, schedules and monitors of this person continue. You can enable the account again.",
    confirm: "Disable account",
    done: `The account of ${who} is disabled`,
    danger: true,
  }),
  enable: (person, who) => ({
    title: `Enable the account of ${who}?`,
    description:
      `${who} can sign in again` +
      (person.token_count > 0 ? `, and ${countOf(person.token_count, "API token")} of this account work again.` : "."),
    confirm: "Enable account",
    done: `The account of ${who} is enabled`,
  }),
  password: (_, who) => ({
    title: `Require a new password from ${who}?`,
    description:
      "All sessions of this account end. At the next sign-in, the current password must be replaced by a new one. " +
      "API tokens keep working.",
    confirm: "Require new password",
    done: `${who} must choose a new password at the next sign-in`,
  }),
  mail: (person, who) => ({
    title: `Mail a password link to ${who}?`,
    description:
      `A mail to ${person.email} contains a link with which a new password can be set. ` +
      "It works once, for 30 minutes. The current password stays valid until then.",
    confirm: "Send mail",
    done: `A mail to ${person.email} is on its way`,
  }),
  owner: (_, who) => ({
    title: `Make ${who} an owner of this installation?`,
    description:
      "Owners see all people, the spending of all projects and the installation audit. " +
      "They can disable and delete accounts, and remove you as owner. They see no prompts or answers of other projects.",
    confirm: "Make owner",
    done: `${who} is now an owner of this installation`,
    danger: true,
  }),
  ordinary: (_, who) => ({
    title: `Remove ${who} as owner of this installation?`,
    description: "The account stays, with all its projects. It can no longer administer people.",
    confirm: "Remove as owner",
    done: `${who} is no longer an owner of this installation`,
    danger: true,
  }),
  sessions: (_, who) => ({
    title: `End all sessions of ${who}?`,
    description: "The account is signed out on every device, and can sign in again. API tokens keep working.",
    confirm: "End sessions",
    done: `All sessions of ${who} have ended`,
  }),
  tokens: (person, who) => ({
    title: `Revoke all tokens of ${who}?`,
    description:
      `Every program that uses one of ${countOf(person.token_count, "API token")} stops working at once. ` +
      "This cannot be undone.",
    confirm: "Revoke tokens",
    done: `The tokens of ${who} are revoked`,
    danger: true,
  }),
  address: (person) => ({
    title: `Confirm ${person.email}?`,
    description:
      "Ask the person first, outside Edison, whether they made this account. " +
      "From then on the account can accept every invite to this address, in all projects.",
    confirm: "Confirm address",
    done: `${person.email} is confirmed`,
  }),
};
