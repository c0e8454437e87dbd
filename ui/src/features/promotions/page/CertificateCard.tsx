import { Download } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { CopyButton } from "@/shared/ui/CopyButton";
import { Spinner } from "@/shared/ui/Spinner";
import { certificateUrl } from "../api";
import type { Promotion } from "../types";

const VERIFY = "edison verify certificate.json";

/** What was promoted, on which evidence and by whom, in a file that proves it without this installation. */
export function CertificateCard({ slug, promotion }: { slug: string; promotion: Promotion }) {
  return (
    <Card aria-label="Certificate">
      <CardHeader room="dense">
        <CardTitle>Certificate</CardTitle>
      </CardHeader>
      <CardContent room="dense" className="flex flex-col gap-3 text-sm">
        <p className="text-ink-muted">
          A signed file that says what moved, on which evidence and who approved it. Anybody can verify it without this
          installation.
        </p>
        <p role="status" className="flex items-center gap-2 text-ink-muted empty:hidden">
          {!promotion.signed && (
            <>
              <Spinner /> Being signed. The label has moved already.
            </>
          )}
        </p>
        <Button variant="secondary" asChild className="self-start">
          <a href={certificateUrl(slug, promotion.id)} download="certificate.json">
            <Download aria-hidden /> Download certificate
          </a>
        </Button>
        <div>
          <p className="text-xs text-ink-subtle">Verify it</p>
          <div className="mt-1 flex items-center gap-1 rounded-md bg-surface pl-3">
            <code className="min-w-0 flex-1 py-1.5 text-xs wrap-anywhere text-ink">{VERIFY}</code>
            <CopyButton text={VERIFY} label="Copy command" />
          </div>
        </div>
      </CardContent>
    </Card>
  );
}
