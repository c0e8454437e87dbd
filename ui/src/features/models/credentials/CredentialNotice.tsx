import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import type { CredentialCard } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Notice } from "@/shared/ui/Notice";
import { adviceFor, breakerWords } from "./credentialStatus";

interface NewsProps {
  credential: CredentialCard;
  /** It was tested by hand a moment ago, so that a good outcome is worth saying too. */
  tested: boolean;
}

/** What a person should know about a credential, below its row. Null when all is well. */
export function CredentialNotice({ credential, tested }: NewsProps): ReactNode | null {
  const broken = credential.status === "invalid" || credential.status === "paused" || credential.problem_code !== null;
  const held = credential.breaker.state !== "closed";
  if (!broken && !held && !(tested && credential.status === "ready")) return null;
  return (
    <div className="flex flex-col gap-2 pt-2 lg:px-4 lg:py-3">
      {broken && (
        <Notice tone={credential.status === "invalid" ? "error" : "warning"} alert={tested}>
          <p className="font-medium wrap-anywhere">
            {credential.problem ??
              (credential.status === "invalid"
                ? "The provider rejects this key."
                : "The provider has stopped accepting calls.")}
          </p>
          <p>{adviceFor(credential.problem_code)}</p>
        </Notice>
      )}
      {!broken && tested && credential.status === "ready" && (
        <div role="status">
          {credential.models === 0 ? (
            <Notice tone="warning">
              The provider answers, but lists no models. Add the models you want to call by name.
            </Notice>
          ) : (
            <Notice tone="success">The credential works: {countOf(credential.models, "model")} found.</Notice>
          )}
        </div>
      )}
      {held && <BreakerNotice breaker={credential.breaker} />}
    </div>
  );
}

function BreakerNotice({ breaker }: { breaker: CredentialCard["breaker"] }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return <Notice tone="warning">{breakerWords(breaker, now)}</Notice>;
}
