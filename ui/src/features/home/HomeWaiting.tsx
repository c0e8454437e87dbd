import { Link } from "@tanstack/react-router";
import { GitPullRequestArrow, Rocket, Tags } from "lucide-react";
import type { ReactNode } from "react";
import type { ProjectHome } from "@/api/types";
import { SeverityIcon } from "@/features/alerts";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Ago } from "@/shared/ui/RelativeTime";
import { HomeCard, homeLink, NothingHere } from "./HomeCard";

/** What a person has to decide: alerts first, then reviews and promotions, then answers to label. */
export function HomeWaiting({ slug, home: { alerts, reviews, waiting } }: { slug: string; home: ProjectHome }) {
  const count = waiting.alerts + waiting.reviews + waiting.promotions + (waiting.answers > 0 ? 1 : 0);
  return (
    <HomeCard
      title="Waiting for you"
      count={count}
      link={
        <span className="flex gap-3">
          {waiting.alerts > alerts.length && (
            <Link to="/projects/$slug/alerts" params={{ slug }} search={{}} className={homeLink}>
              All {waiting.alerts} alerts
            </Link>
          )}
          {waiting.reviews > reviews.length && (
            <Link to="/projects/$slug/reviews" params={{ slug }} search={{}} className={homeLink}>
              All {waiting.reviews} reviews
            </Link>
          )}
        </span>
      }
    >
      {count === 0 && (
        <NothingHere
          next={
            <Link to="/projects/$slug/suites" params={{ slug }} search={{}} className={homeLink}>
              Set up a monitor
            </Link>
          }
        >
          No review, promotion, alert or annotation waits. A monitor runs a suite on a schedule and reports what gets
          worse.
        </NothingHere>
      )}
      <ul className="flex flex-col pb-2">
        {alerts.map((alert) => (
          <WaitingItem
            key={alert.id}
            icon={<SeverityIcon severity={alert.severity} />}
            about={
              <>
                {visibleText(alert.suite_name)} · <Ago at={alert.last_seen_at} />
              </>
            }
          >
            <Link to="/projects/$slug/alerts/$alert" params={{ slug, alert: alert.id }} className={itemLink}>
              <span className="sr-only">{alert.severity === "critical" ? "Critical alert: " : "Alert: "}</span>
              {visibleText(alert.title)}
            </Link>
          </WaitingItem>
        ))}
        {reviews.map((review) => (
          <WaitingItem
            key={review.id}
            icon={<GitPullRequestArrow aria-hidden className="size-4 shrink-0 text-accent-ink" />}
            about={
              <>
                {visibleText(review.experiment_name)} · <Ago at={review.created_at} />
              </>
            }
          >
            <Link
              to="/projects/$slug/reviews/$suggestion"
              params={{ slug, suggestion: review.id }}
              className={itemLink}
            >
              Review the suggestion of iteration {review.iteration_number}
            </Link>
          </WaitingItem>
        ))}
        {waiting.promotions > 0 && (
          <WaitingItem
            icon={<Rocket aria-hidden className="size-4 shrink-0 text-accent-ink" />}
            about="A protected label moves after an approval"
          >
            <Link to="/projects/$slug/promotions" params={{ slug }} search={{}} className={itemLink}>
              Decide {countOf(waiting.promotions, "promotion")}
            </Link>
          </WaitingItem>
        )}
        {waiting.answers > 0 && (
          <WaitingItem
            icon={<Tags aria-hidden className="size-4 shrink-0 text-accent-ink" />}
            about="Labels show how reliable a judge is"
          >
            <Link to="/projects/$slug/annotate" params={{ slug }} search={{}} className={itemLink}>
              Label {countOf(waiting.answers, "answer")}
            </Link>
          </WaitingItem>
        )}
      </ul>
    </HomeCard>
  );
}

const itemLink = "line-clamp-2 rounded text-sm font-medium wrap-anywhere text-ink hover:underline";

function WaitingItem({ icon, about, children }: { icon: ReactNode; about: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 px-4 py-2">
      <span className="pt-0.5">{icon}</span>
      <div className="min-w-0 flex-1">
        {children}
        <p className="truncate text-xs text-ink-subtle">{about}</p>
      </div>
    </li>
  );
}
