/** What happened to promotions of protected labels, as plain sentences. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";

interface Told {
  name?: string;
  label?: string;
  number?: number;
  state?: string;
  kind?: string;
}

const DECISIONS: Record<string, string> = {
  APPROVED: "approved the promotion of",
  REJECTED: "rejected the promotion of",
  WITHDRAWN: "withdrew the promotion of",
};

/** Null for events of other things. */
export function promotionNews({ type, data }: Pick<ProjectEvent, "type" | "data">): string | null {
  const { name, label, number, state = "", kind = "" } = data as Told;
  const what = `version ${number ?? ""} of “${name ?? ""}” to ${label ?? ""}`;
  switch (type) {
    case "promotion.requested":
      return `requested to promote ${what}`;
    case "promotion.decided":
      if (kind === "ROLLBACK") return `rolled ${label ?? ""} of “${name ?? ""}” back to version ${number ?? ""}`;
      if (kind === "OVERRIDE") return `overrode the protection and promoted ${what}`;
      return `${DECISIONS[state] ?? "decided the promotion of"} ${what}`;
    case "promotion.signed":
      return `signed the certificate of the promotion of ${what}`;
    default:
      return null;
  }
}
