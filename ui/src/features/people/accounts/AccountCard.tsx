import type { ReactNode } from "react";
import { Logo } from "@/shared/ui/Logo";
import { usePageHeading } from "@/shared/ui/PageHeader";

interface AccountCardProps {
  title: string;
  lead?: ReactNode;
  picture?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** The calm, centred card of every screen outside the frame. */
export function AccountCard({ title, lead, picture, children, footer }: AccountCardProps) {
  const heading = usePageHeading([title]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-surface px-4 py-10">
      <div className="flex w-full max-w-[400px] flex-col gap-6">
        <header className="flex flex-col items-center gap-4 text-center">
          <Logo size={40} />
          <div>
            <h1 ref={heading} tabIndex={-1} data-page-heading className="text-xl font-semibold text-ink">
              {title}
            </h1>
            {lead && <p className="mt-1 text-sm text-ink-muted">{lead}</p>}
          </div>
        </header>
        {picture}
        <div className="rounded-xl border border-line bg-raised p-6">{children}</div>
        {footer && <div className="text-center text-sm text-ink-muted">{footer}</div>}
      </div>
    </main>
  );
}

export const textLink = "rounded font-medium text-accent-ink underline underline-offset-2";
