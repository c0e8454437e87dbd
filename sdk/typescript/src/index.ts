import { Connection, type Options } from "./connection.js";
import { Outputs, type OpenCell, type Run, Scores, type StartOptions } from "./outputs.js";
import { Prompts } from "./prompts.js";

export type { Options } from "./connection.js";
export { EdisonError, RequestRefused, ServerUnreachable, ValuesMissing } from "./errors.js";
export type { OpenCell, Output, Run, Scorer, StartOptions, Submitted } from "./outputs.js";
export { type Message, Prompt, type PromptView, RenderedPrompt, type Wanted } from "./prompts.js";

/** Client of one project. */
export class Edison {
  readonly prompts: Prompts;
  readonly outputs: Outputs;
  readonly scores: Scores;

  constructor(options: Options) {
    const connection = new Connection(options);
    const { cacheTtlMs = 60_000, cacheStaleMs = 600_000 } = options;
    this.prompts = new Prompts(connection, cacheTtlMs, cacheStaleMs);
    this.outputs = new Outputs(connection);
    this.scores = new Scores(connection);
  }
}

/**
 * Runs a function for each case of a dataset and submits each output at once. With the key of an interrupted
 * evaluation it continues: cases whose output is stored are not run again.
 */
export async function evaluate(
  edison: Edison,
  dataset: string,
  fn: (cell: OpenCell) => Promise<string> | string,
  options: StartOptions & { concurrency?: number },
): Promise<Run> {
  const run = await edison.outputs.start(dataset, options);
  if (["completed", "failed", "cancelled"].includes(run.state)) return run;
  const cells = edison.outputs.openCells(run.id);
  const work = async (): Promise<void> => {
    for (let next = await cells.next(); !next.done; next = await cells.next()) {
      const began = performance.now();
      const said = await answered(fn, next.value);
      const latency_ms = performance.now() - began;
      await edison.outputs.submit(run.id, [{ cell_id: next.value.cell_id, latency_ms, ...said }]);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? 8 }, work));
  return run;
}

async function answered(
  fn: (cell: OpenCell) => Promise<string> | string,
  cell: OpenCell,
): Promise<{ text: string } | { error: string }> {
  try {
    return { text: await fn(cell) };
  } catch (error) {
    return { error: String(error).slice(0, 2000) };
  }
}
