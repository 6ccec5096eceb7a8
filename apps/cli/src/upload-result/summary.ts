import type { Attempt } from '../uploads/run';
import { type Column, formatCount } from '../uploads/summary';
import type { StoredResult } from './upload';

/** Columns of a run's table. */
export const COLUMNS: readonly Column<StoredResult>[] = [
  { head: 'SYSTEM', cell: ({ display_name }) => display_name },
  { head: 'SCORE', isNumber: true, cell: ({ score }) => describeScore(score) },
  { head: 'FAILED', isNumber: true, cell: ({ failed_rule_count }) => String(failed_rule_count) },
  { head: 'VERDICT', cell: describeVerdict },
];

/** Outcome of one file in a line. */
export function describeAttempt({ name, seconds, result, failure }: Attempt<StoredResult>): string {
  if (!result) return `${name}: ${failure ?? 'not tried'}`;
  const { outcome, id, display_name, score, failed_rule_count } = result;
  const figures = `score ${describeScore(score)}, ${formatCount(failed_rule_count, 'failed rule')}, ${describeVerdict(result)}`;
  return `${name}: ${outcome} for ${display_name} in ${seconds.toFixed(1)} s, ${figures} (${id})`;
}

function describeScore(score: number | null): string {
  return score === null ? 'none' : String(Number(score.toFixed(6)));
}

function describeVerdict({ supported, compliant }: StoredResult): string {
  if (!supported) return 'unsupported';
  return compliant ? 'compliant' : 'not compliant';
}
