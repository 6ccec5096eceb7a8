import type { Attempt } from '../uploads/run';
import { type Column, formatCount } from '../uploads/summary';
import type { ImportedGuide } from './upload';

/** Columns of a run's table. */
export const COLUMNS: readonly Column<ImportedGuide>[] = [
  { head: 'GUIDE', cell: ({ refId }) => refId.replace(/^.*_benchmark_/, '') },
  { head: 'VERSION', cell: ({ version }) => version },
  { head: 'PROFILES', isNumber: true, cell: ({ profiles }) => String(profiles) },
  { head: 'RULES', isNumber: true, cell: ({ rules }) => String(rules) },
];

/** Outcome of one file in a line. */
export function describeAttempt({ name, seconds, result, failure }: Attempt<ImportedGuide>): string {
  if (!result) return `${name}: ${failure ?? 'not tried'}`;
  const { outcome, id, profiles, rules, minorsAdded } = result;
  const content = `${formatCount(profiles, 'profile')} and ${formatCount(rules, 'rule')}`;
  const added = minorsAdded.length > 0 ? `, minor versions added: ${minorsAdded.join(', ')}` : '';
  return `${name}: ${outcome} in ${seconds.toFixed(1)} s, ${content}${added} (${id})`;
}
