/** What a draft changes about a version. The server compares what it keeps; a draft may be a moment old. Pure. */
import type { DraftValues, MessageValues } from "../draft/draftContent";
import type { ComparedPart } from "./ComparedParts";
import { commonOf } from "./diffRows";

/** Lines around a change, as `diff -u` shows them. */
const AROUND = 3;
/** Comparing takes time with the product of the numbers of lines; beyond this all lines count as changed. */
const MOST_STEPS = 1_000_000;

export function compareValues(before: DraftValues, after: DraftValues): ComparedPart[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  return Object.keys(old).map((part) => {
    const [one, other] = [old[part] ?? "", now[part] ?? ""];
    return { part, changed: one !== other, lines: one === other ? [] : unifiedLines(linesOf(one), linesOf(other)) };
  });
}

/** Every part as text, the way the server writes it. */
function partsOf(values: DraftValues): Record<string, string> {
  const { output } = values;
  return {
    system: values.system,
    messages: values.messages.map(messageText).join("\n\n"),
    few_shots: values.fewShots.map(({ user, assistant }) => `[user]\n${user}\n[assistant]\n${assistant}`).join("\n\n"),
    tools: values.tools
      .map(({ name, description, parameters }) => `${name}: ${description}\n${tidy(parameters)}`)
      .join("\n"),
    output: output.kind === "schema" ? `schema\n${tidy(output.schema)}` : output.kind,
    parameters: Object.entries(values.parameters)
      .filter(([, typed]) => typed.trim() !== "")
      .map(([name, typed]) => `${name}: ${typed.trim()}`)
      .sort()
      .join("\n"),
  };
}

function messageText({ role, content, toolCalls, toolCallId }: MessageValues): string {
  const head = `[${role}]${toolCallId ? ` answers ${toolCallId}` : ""}`;
  return [head, content, ...(toolCalls.trim() ? [`calls ${tidy(toolCalls)}`] : [])].join("\n");
}

/** However it was indented; as typed while it is no JSON yet. */
function tidy(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const linesOf = (text: string) => (text === "" ? [] : text.split("\n"));

interface Step {
  sign: " " | "-" | "+";
  text: string;
}

function unifiedLines(old: readonly string[], now: readonly string[]): string[] {
  const steps = stepsOf(old, now);
  const near = steps.map(() => false);
  steps.forEach(({ sign }, index) => {
    if (sign !== " ") near.fill(true, Math.max(0, index - AROUND), index + AROUND + 1);
  });
  const lines: string[] = [];
  let [left, right] = [1, 1];
  steps.forEach(({ sign, text }, index) => {
    if (near[index] && !near[index - 1]) {
      const end = near.indexOf(false, index);
      const hunk = steps.slice(index, end === -1 ? undefined : end);
      const [removed, added] = [
        hunk.filter((step) => step.sign !== "+").length,
        hunk.filter((step) => step.sign !== "-").length,
      ];
      lines.push(`@@ -${removed ? left : left - 1},${removed} +${added ? right : right - 1},${added} @@`);
    }
    if (near[index]) lines.push(sign + text);
    if (sign !== "+") left += 1;
    if (sign !== "-") right += 1;
  });
  return lines;
}

/** Line by line what stays, goes and comes. Equal beginnings and ends need no comparing. */
function stepsOf(old: readonly string[], now: readonly string[]): Step[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const [a, b] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const common = a.length * b.length > MOST_STEPS ? [] : commonOf(a, b);
  const steps: Step[] = old.slice(0, head).map((text) => ({ sign: " ", text }));
  let [i, j] = [0, 0];
  for (const [left, right] of [...common, [a.length, b.length] as const]) {
    steps.push(
      ...a.slice(i, left).map((text): Step => ({ sign: "-", text })),
      ...b.slice(j, right).map((text): Step => ({ sign: "+", text })),
    );
    const kept = a[left];
    if (kept !== undefined && left < a.length) steps.push({ sign: " ", text: kept });
    [i, j] = [left + 1, right + 1];
  }
  return [...steps, ...old.slice(old.length - tail).map((text): Step => ({ sign: " ", text }))];
}
