/** Why a scorer scored an answer as it did, as text. Judges answer in JSON; nobody should have to read it. Pure. */
interface GivenReason {
  /** What the product read from the answer of the judge. */
  reason?: string | null | undefined;
  /** The whole answer of the judge. */
  output?: string | null | undefined;
}

export function scoreReason({ reason, output }: GivenReason): string {
  const whole = output?.trim() ?? "";
  const parsed = parsedJson(whole);
  if (parsed === undefined) return whole || (reason ?? "");
  return reason || unfolded(parsed).join("\n");
}

/** Undefined: it is no JSON object or list. Models like to put one into a fence. */
function parsedJson(text: string): unknown {
  const inner = text.replace(/^```(?:json)?\s*/, "").replace(/\s*```$/, "");
  if (!/^[[{]/.test(inner)) return undefined;
  try {
    return JSON.parse(inner) as unknown;
  } catch {
    return undefined;
  }
}

/** A line for each value: "Reason: Too long". */
function unfolded(value: unknown, name = ""): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((each) => unfolded(each, name));
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, each]) =>
      unfolded(each, [name, titled(key)].filter(Boolean).join(", ")),
    );
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return [name ? `${name}: ${text}` : text];
}

function titled(key: string): string {
  const words = key
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
