/** Rows that cannot be imported, grouped so that a thousand of one kind read as one. Pure. */

export interface RowProblem {
  row: number;
  line: number | null;
  column: string | null;
  message: string;
}

export interface ProblemGroup {
  message: string;
  column: string | null;
  problems: RowProblem[];
}

/** The same words about the same column are one group; the largest comes first. */
export function grouped(problems: readonly RowProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.column, problem.message]);
    const group = groups.get(key) ?? { message: problem.message, column: problem.column, problems: [] };
    group.problems.push(problem);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.problems.length - a.problems.length);
}

export function rowsWithProblems(problems: readonly RowProblem[]): number {
  return new Set(problems.map(({ row }) => row)).size;
}

/** Where to look in the file. */
export function placeText({ row, line }: RowProblem): string {
  return line === null ? `row ${row}` : `row ${row}, line ${line}`;
}
