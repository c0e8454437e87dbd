/** What the API sends about alerts, under the names these screens use. */
import type { Alert } from "@/api/types";

export type { Alert, AlertSummary } from "@/api/types";

export type AlertState = Alert["state"];
export type Severity = Alert["severity"];
export type Cause = NonNullable<Alert["cause"]>;
export type AlertRule = Alert["rule"];
export type Finding = Alert["findings"][number];
export type Change = Alert["changes"][number];
