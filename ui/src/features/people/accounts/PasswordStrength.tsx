import { Circle } from "lucide-react";
import { cx } from "@/shared/ui/cx";
import { PASSWORD_RULES, passwordStrength, type Strength } from "./passwordRules";

const STEPS: Record<Strength, { filled: number; bar: string; text: string }> = {
  weak: { filled: 1, bar: "bg-error-mark", text: "text-error" },
  fair: { filled: 2, bar: "bg-warning-mark", text: "text-warning" },
  good: { filled: 3, bar: "bg-info-mark", text: "text-info" },
  strong: { filled: 4, bar: "bg-success-mark", text: "text-success" },
};

export function PasswordStrength({ password }: { password: string }) {
  const strength = passwordStrength(password);
  const step = STEPS[strength];
  const broken = password ? PASSWORD_RULES.filter((rule) => !rule.met(password)) : [];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
          {[1, 2, 3, 4].map((part) => (
            <span
              key={part}
              className={cx(
                "h-1 rounded-full transition-colors duration-200",
                password && part <= step.filled ? step.bar : "bg-line",
              )}
            />
          ))}
        </div>
        <span
          role="status"
          aria-label="Password strength"
          className={cx("w-12 text-right text-xs font-medium capitalize", password ? step.text : "text-ink-subtle")}
        >
          {password ? strength : ""}
        </span>
      </div>
      {broken.length > 0 && (
        <ul aria-label="Password rules that are not met" className="flex flex-col gap-1 text-xs text-ink-muted">
          {broken.map((rule) => (
            <li key={rule.name} className="flex items-center gap-1.5">
              <Circle aria-hidden className="size-3.5 p-0.5" />
              {rule.label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
