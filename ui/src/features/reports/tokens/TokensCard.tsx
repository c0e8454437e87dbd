import { useQuery } from "@tanstack/react-query";
import { formatTokens } from "@/shared/format/quantities";
import { daysQueryOf, tokensQuery } from "../api";
import { DayBars } from "../DayBars";
import { DownloadMenu } from "../DownloadMenu";
import type { Days } from "../period";
import { ReportCard } from "../ReportCard";
import { tokenBars, tokensReading } from "./tokenBars";

/** What was read and written by the models, day by day. */
export function TokensCard({ project, days }: { project: string; days: Days }) {
  const found = useQuery(tokensQuery(project, days));
  return (
    <ReportCard label="Tokens" found={found}>
      {(report) => (
        <DayBars
          title="Tokens per day"
          reading={tokensReading(report.total)}
          {...tokenBars(report.days, days)}
          format={formatTokens}
          whole
          nothing={
            report.total.prompt_tokens + report.total.completion_tokens === 0 ? "No tokens in these days." : null
          }
          actions={
            <DownloadMenu project={project} report="tokens" query={daysQueryOf(days)} what="Tokens by day and model" />
          }
        />
      )}
    </ReportCard>
  );
}
