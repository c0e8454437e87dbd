/** What the API sends about monitors and trends, under the names these screens use. */
import type { Monitor, Trend } from "@/api/types";

export type { Monitor, Trend, TrendPoint } from "@/api/types";

export type TrendBaseline = NonNullable<Trend["baseline"]>;

/** What a person sets; the suite and whether it is on are said by the place where it is set. */
export interface MonitorBody {
  name: string;
  cron: string;
  timezone: string;
  jitter_s: number;
  missed: Monitor["missed"];
  rules: Omit<Monitor["rules"], "latency_least_ms" | "predicted_days">;
  baseline: { kind: "run"; run_id: string } | { kind: "recent"; runs: number };
  quiet: Monitor["quiet"];
  channels: string[];
}

export type MonitorChange = Partial<MonitorBody> & { revision: number; enabled?: boolean };
