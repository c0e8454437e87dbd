import type { InstallationPerson } from "@/api/types";
import { useMe } from "@/features/people/accounts";
import { displayName } from "@/shared/format/displayName";
import { Avatar } from "@/shared/ui/Avatar";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { PersonBadges } from "./PersonBadges";
import type { PersonQuestion } from "./PersonConfirms";
import { PersonMenu } from "./PersonMenu";

interface PeopleTableProps {
  people: readonly InstallationPerson[];
  onOpen: (user: string) => void;
  onAsk: (question: PersonQuestion) => void;
}

export function PeopleTable({ people, onOpen, onAsk }: PeopleTableProps) {
  const me = useMe();
  const columns: Column<InstallationPerson>[] = [
    {
      key: "person",
      header: "Person",
      lead: true,
      cell: (person) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar label={displayName(person)} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <button
                type="button"
                title={displayName(person)}
                onClick={() => onOpen(person.id)}
                className="max-w-full truncate rounded text-left font-medium hover:text-accent-ink"
              >
                {displayName(person)}
              </button>
              <PersonBadges person={person} self={person.id === me.id} />
            </div>
            {person.name && (
              <div title={person.email} className="truncate text-xs text-ink-subtle">
                {person.email}
              </div>
            )}
          </div>
        </div>
      ),
    },
    {
      key: "seen",
      header: "Last seen",
      className: "text-ink-muted",
      cell: (person) => (person.last_seen_at ? <RelativeTime at={person.last_seen_at} /> : "Never"),
    },
    { key: "projects", header: "Projects", align: "right", cell: (person) => person.project_count },
    { key: "sessions", header: "Sessions", align: "right", cell: (person) => person.session_count },
    { key: "tokens", header: "Tokens", align: "right", cell: (person) => person.token_count },
    {
      key: "joined",
      header: "Joined",
      className: "text-ink-muted",
      cell: (person) => <RelativeTime at={person.created_at} />,
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "right",
      className: "lg:w-14",
      cell: (person) => <PersonMenu person={person} onOpen={onOpen} onAsk={onAsk} />,
    },
  ];
  return (
    <DataTable caption="People of this installation" columns={columns} rows={people} rowKey={(person) => person.id} />
  );
}
