/** The password rules, as the server names them, and an honest strength on top of them. */

export const PASSWORD_RULES = [
  {
    name: "length",
    label: "At least 12 characters",
    message: "Password must be at least 12 characters",
    met: (p: string) => p.length >= 12,
  },
  {
    name: "uppercase",
    label: "One uppercase letter",
    message: "Must contain uppercase letter",
    met: (p: string) => /[A-Z]/.test(p),
  },
  {
    name: "lowercase",
    label: "One lowercase letter",
    message: "Must contain lowercase letter",
    met: (p: string) => /[a-z]/.test(p),
  },
  { name: "number", label: "One number", message: "Must contain number", met: (p: string) => /[0-9]/.test(p) },
  {
    name: "special",
    label: "One character that is neither a letter nor a number",
    message: "Must contain special character",
    met: (p: string) => /[^\p{L}\p{N}]/u.test(p),
  },
] as const;

export type Strength = "weak" | "fair" | "good" | "strong";

export function passwordStrength(password: string): Strength {
  const met = PASSWORD_RULES.filter((rule) => rule.met(password)).length;
  const distinct = new Set(password).size;
  if (met < 3 || distinct < 5) return "weak";
  if (met < PASSWORD_RULES.length) return "fair";
  return password.length >= 16 && distinct >= 10 ? "strong" : "good";
}

/** What to say for the rules the server found unmet. */
export function unmetMessage(unmet: unknown): string {
  const names = Array.isArray(unmet) ? unmet : [];
  const rule = PASSWORD_RULES.find(({ name }) => names.includes(name));
  return rule?.message ?? "Password does not meet the rules";
}
