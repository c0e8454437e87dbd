import { Check, Circle } from "lucide-react";
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
      <ul aria-label="Password rules" className="grid gap-x-3 gap-y-1 text-xs sm:grid-cols-2">
        {PASSWORD_RULES.map((rule) => {
          const met = rule.met(password);
          return (
            <li
              key={rule.name}
              className={cx(
                "flex items-center gap-1.5",
                met ? "text-success" : "text-ink-subtle",
                rule.name === "special" && "sm:col-span-2",
              )}
            >
              {met ? <Check aria-hidden className="size-3.5" /> : <Circle aria-hidden className="size-3.5 p-0.5" />}
              {rule.label}
              <span className="sr-only">{met ? " (met)" : " (not met)"}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
