import type { Connection } from "./connection.js";

export type Scorer = string | ({ kind: string } & Record<string, unknown>);

export interface Run {
  id: string;
  number: number;
  name: string;
  state: string;
  scorers?: { name: string; columns: { column: number; mean: number | null }[] }[];
}

export interface OpenCell {
  cell_id: number;
  case_id: string | null;
  trial: number;
  values: Record<string, unknown>;
  expected: string | null;
}

export interface Output {
  cell_id: number;
  text?: string;
  error?: string;
  latency_ms?: number;
  cost_usd?: number;
  usage?: { prompt_tokens?: number; completion_tokens?: number };
  metadata?: Record<string, unknown>;
}

export interface Submitted {
  stored: number[];
  already_there: number[];
  open: number;
}

export interface StartOptions {
  application: string;
  /** Starting again with the same key returns the same run. */
  key: string;
  version?: string;
  scorers?: Scorer[];
  datasetVersion?: number;
  trials?: number;
  name?: string;
}

/** Outputs of your own application. */
export class Outputs {
  constructor(private readonly connection: Connection) {}

  /** Starts a run that waits for outputs, or returns the one that was started with the same key. */
  async start(dataset: string, options: StartOptions): Promise<Run> {
    const { body } = await this.connection.send({
      method: "POST",
      path: "/application-runs",
      body: {
        dataset,
        dataset_version: options.datasetVersion ?? null,
        application: { name: options.application, version: options.version ?? "" },
        scorers: (options.scorers ?? []).map((each) =>
          typeof each === "string" ? { kind: each } : each,
        ),
        trials: options.trials ?? 1,
        name: options.name ?? "",
        key: options.key,
      },
      repeatable: true,
    });
    return body as Run;
  }

  /** Iterates over the cells that have no output yet. */
  async *openCells(run: string): AsyncGenerator<OpenCell> {
    let after: number | undefined;
    for (;;) {
      const { body } = await this.connection.send({
        method: "GET",
        path: `/application-runs/${run}/open-cells`,
        query: { after, limit: 500 },
      });
      const page = body as { items: OpenCell[]; next_after: number | null };
      yield* page.items;
      if (page.next_after === null) return;
      after = page.next_after;
    }
  }

  /** Submits at most 500 outputs. They are stored when the promise is fulfilled, at most one for each cell. */
  async submit(run: string, outputs: Output[]): Promise<Submitted> {
    const { body } = await this.connection.send({
      method: "POST",
      path: `/application-runs/${run}/outputs`,
      body: { outputs },
      repeatable: true,
    });
    return body as Submitted;
  }

  /** Ends a run. Cells without an output fail. */
  async finish(run: string): Promise<Run> {
    const path = `/application-runs/${run}/finish`;
    return (await this.connection.send({ method: "POST", path })).body as Run;
  }
}

/** Scores of runs, and labels of people. */
export class Scores {
  constructor(private readonly connection: Connection) {}

  /** Returns the mean score of each scorer of a run. */
  async get(run: string, column = 0): Promise<Record<string, number | null>> {
    const { body } = await this.connection.send({ method: "GET", path: `/runs/${run}` });
    return Object.fromEntries(
      ((body as Run).scorers ?? []).map((scorer) => [
        scorer.name,
        scorer.columns.find((each) => each.column === column)?.mean ?? null,
      ]),
    );
  }

  /** Labels an answer with a grade from 0 to 1; null removes the label. */
  async grade(run: string, cell: number, grade: number | null, note = ""): Promise<void> {
    const path = `/runs/${run}/cells/${cell}/grade`;
    await this.connection.send({ method: "PUT", path, body: { grade, note }, repeatable: true });
  }
}
