import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Inbox, Settings } from "lucide-react";
import { projectListQuery } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { useClock } from "@/shared/ui/useClock";
import { allQuery, projectNotificationsQuery, useMarkAllRead } from "./api";
import { groupByDay } from "./notificationDays";
import { NotificationItem } from "./NotificationItem";
import type { PersonalNotification } from "./types";

const route = getRouteApi("/frame/notifications");

const EVERY_PROJECT = "*";

/** All notifications of a person, of all projects or of one. */
export function NotificationsPage() {
  const { unread = false, project } = route.useSearch();
  const all = useInfiniteQuery({ ...allQuery(unread), enabled: project === undefined });
  const ofProject = useInfiniteQuery({
    ...projectNotificationsQuery(project ?? "", unread),
    enabled: project !== undefined,
  });
  const list = project === undefined ? all : ofProject;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const none = list.isSuccess && items.length === 0;
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title="Notifications"
        description="What happened in your projects that concerns you. Read notifications are kept for 90 days."
        actions={<NotificationPageActions newest={project === undefined ? items[0] : undefined} />}
      />
      <NotificationFilters />
      {list.isPending && <RowSkeletons count={5} label="Loading notifications" />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {none && (
        <EmptyState
          icon={<Inbox />}
          title={unread ? "Nothing is unread" : "No notifications yet"}
          action={
            <Button variant="secondary" asChild>
              <Link to="/account/notifications">Choose what you are told</Link>
            </Button>
          }
        >
          You are told here when a run ends, a decision waits for you or somebody mentions you.
        </EmptyState>
      )}
      <NotificationDays items={items} />
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button
            variant="secondary"
            size="sm"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function NotificationPageActions({ newest }: { newest: PersonalNotification | undefined }) {
  const markAll = useMarkAllRead();
  return (
    <>
      {newest && (
        <Button
          variant="secondary"
          size="sm"
          loading={markAll.isPending}
          onClick={() => markAll.mutate(newest.created_at, { onError: notify.failure })}
        >
          Mark all as read
        </Button>
      )}
      <Button variant="secondary" size="sm" asChild>
        <Link to="/account/notifications">
          <Settings aria-hidden /> Settings
        </Link>
      </Button>
    </>
  );
}

function NotificationFilters() {
  const { unread = false, project } = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectListQuery({ search: "", role: null, archived: false, cursor: null }));
  const options = [
    { value: EVERY_PROJECT, label: "All projects" },
    ...(projects.data?.items ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <Segmented
        label="Which notifications"
        value={unread ? "unread" : "all"}
        onChange={(next) =>
          void navigate({ search: { ...(project && { project }), ...(next === "unread" && { unread: true }) } })
        }
        options={[
          { value: "all", label: "All" },
          { value: "unread", label: "Unread" },
        ]}
      />
      <Select
        label="Project"
        size="sm"
        className="w-52"
        value={project ?? EVERY_PROJECT}
        options={options}
        onChange={(next) =>
          void navigate({
            search: { ...(unread && { unread: true }), ...(next !== EVERY_PROJECT && { project: next }) },
          })
        }
      />
    </div>
  );
}

function NotificationDays({ items }: { items: PersonalNotification[] }) {
  const now = useClock();
  return (
    <div className="flex flex-col gap-5">
      {groupByDay(items, now).map(({ day, items: ofDay }) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-1.5 text-xs font-semibold text-ink-subtle">{day}</h2>
          <Card className="overflow-hidden">
            <ul className="divide-y divide-line">
              {ofDay.map((item) => (
                <li key={item.id}>
                  <NotificationItem item={item} />
                </li>
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  );
}
