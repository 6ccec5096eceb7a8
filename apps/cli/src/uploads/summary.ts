import type { Attempt } from './run';

/** A column in the table of a run; a file without a result has an empty cell. */
export interface Column<Result> {
  head: string;
  isNumber?: boolean;
  cell: (result: Result) => string;
}

/** Outcome of a result in one or two words. */
export type DescribeOutcome<Result> = (result: Result) => string;

/** The run as a table with a row for each file, and the number of each outcome. */
export function renderSummary<Result>(
  attempts: readonly Attempt<Result>[],
  columns: readonly Column<Result>[],
  outcomeOf: DescribeOutcome<Result>,
): string {
  const outcomes = attempts.map((attempt) => describeOutcome(attempt, outcomeOf));
  const rows = attempts.map(({ name, seconds, result, failure }, at) => [
    name,
    ...columns.map(({ cell }) => (result === undefined ? '' : cell(result))),
    result === undefined && failure === undefined ? '' : seconds.toFixed(1),
    outcomes[at]!,
  ]);
  const table = [['FILE', ...columns.map(({ head }) => head), 'SECONDS', 'OUTCOME'], ...rows];
  const isNumber = [false, ...columns.map((column) => column.isNumber ?? false), true, false];
  const widths = isNumber.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', renderTotals(outcomes)].join('\n');
}

function describeOutcome<Result>({ result, failure }: Attempt<Result>, outcomeOf: DescribeOutcome<Result>): string {
  if (result !== undefined) return outcomeOf(result);
  return failure === undefined ? 'not tried' : 'failed';
}

function renderTotals(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
  return `${formatCount(outcomes.length, 'file')}: ${parts.join(', ')}.`;
}

export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
