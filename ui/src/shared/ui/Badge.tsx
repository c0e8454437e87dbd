import type { ReactNode } from "react";
import type { Role } from "@/api/types";
import { cx } from "./cx";

export type Tone = "neutral" | "accent" | "success" | "warning" | "error" | "info" | "lilac";

const TONES: Record<Tone, string> = {
  neutral: "bg-surface-hover text-ink-muted",
  accent: "bg-accent-soft text-accent-ink",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  error: "bg-error-soft text-error",
  info: "bg-info-soft text-info",
  lilac: "bg-lilac-soft text-lilac",
};

/** The colours without the filling: for what is said with a reservation. */
const OUTLINES: Record<Tone, string> = {
  neutral: "text-ink-muted",
  accent: "text-accent-ink",
  success: "text-success",
  warning: "text-warning",
  error: "text-error",
  info: "text-info",
  lilac: "text-lilac",
};

interface BadgeProps {
  tone?: Tone;
  icon?: ReactNode;
  outlined?: boolean;
  children: ReactNode;
}

export function Badge({ tone = "neutral", icon, outlined = false, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5 max-w-full items-center gap-1 rounded px-1.5 text-2xs font-medium",
        "whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
        outlined ? `border border-dashed border-current ${OUTLINES[tone]}` : TONES[tone],
      )}
    >
      {icon}
      <span title={typeof children === "string" ? children : undefined} className="min-w-0 truncate">
        {children}
      </span>
    </span>
  );
}

const ROLE_TONES: Record<Role, Tone> = {
  OWNER: "accent",
  ADMIN: "lilac",
  EDITOR: "info",
  REVIEWER: "neutral",
  VIEWER: "neutral",
};

export function roleName(role: Role): string {
  return role.charAt(0) + role.slice(1).toLowerCase();
}

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={ROLE_TONES[role]}>{roleName(role)}</Badge>;
}
