/** What an owner of the installation can do with a person. */
import { useSuspenseQuery } from "@tanstack/react-query";
import {
  KeyRound,
  LockKeyhole,
  LogOut,
  Mail,
  MailCheck,
  MoreHorizontal,
  ShieldMinus,
  ShieldPlus,
  Trash2,
  UserCheck,
  UserRound,
  UserX,
} from "lucide-react";
import type { InstallationPerson } from "@/api/types";
import { sessionQuery, useMe } from "@/features/people/accounts";
import { displayName } from "@/shared/format/displayName";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import type { PersonQuestion } from "./PersonConfirms";

interface PersonMenuProps {
  person: InstallationPerson;
  /** Left out where the person is open already. */
  onOpen?: (user: string) => void;
  onAsk: (question: PersonQuestion) => void;
}

export function PersonMenu({ person, onOpen, onAsk }: PersonMenuProps) {
  const me = useMe();
  const { mail_configured: mails } = useSuspenseQuery(sessionQuery).data;
  const self = person.id === me.id;
  const disabled = person.disabled_at !== null;
  const ask = (kind: PersonQuestion["kind"]) => () => onAsk({ kind, person });
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`Actions for ${displayName(person)}`} tip={false}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      {onOpen && (
        <MenuItem icon={<UserRound aria-hidden />} onSelect={() => onOpen(person.id)}>
          Show sessions and tokens
        </MenuItem>
      )}
      {!person.email_confirmed && (
        <MenuItem icon={<MailCheck aria-hidden />} onSelect={ask("address")}>
          Confirm address
        </MenuItem>
      )}
      {mails && !disabled && (
        <MenuItem icon={<Mail aria-hidden />} onSelect={ask("mail")}>
          Mail a password link
        </MenuItem>
      )}
      {!self && (
        <MenuItem icon={<LockKeyhole aria-hidden />} onSelect={ask("password")}>
          Require a new password
        </MenuItem>
      )}
      <MenuItem icon={<LogOut aria-hidden />} onSelect={ask("sessions")}>
        End all sessions
      </MenuItem>
      {person.token_count > 0 && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={ask("tokens")}>
          Revoke all tokens
        </MenuItem>
      )}
      <MenuSeparator />
      {person.role === "OWNER" ? (
        <MenuItem icon={<ShieldMinus aria-hidden />} onSelect={ask("ordinary")}>
          Remove as installation owner
        </MenuItem>
      ) : (
        !disabled && (
          <MenuItem icon={<ShieldPlus aria-hidden />} onSelect={ask("owner")}>
            Make installation owner
          </MenuItem>
        )
      )}
      {disabled && (
        <MenuItem icon={<UserCheck aria-hidden />} onSelect={ask("enable")}>
          Enable account
        </MenuItem>
      )}
      {!self && !disabled && (
        <MenuItem icon={<UserX aria-hidden />} danger onSelect={ask("disable")}>
          Disable account
        </MenuItem>
      )}
      {!self && (
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={ask("delete")}>
          Delete account
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
