import type { ImportedGuide } from './upload';

/** One file of a run. */
export interface Attempt {
  name: string;
  seconds: number;
  guide?: ImportedGuide;
  /** Why there is no guide; absent as well when it was not tried. */
  failure?: string;
}

const HEAD = ['FILE', 'GUIDE', 'VERSION', 'PROFILES', 'RULES', 'SECONDS', 'OUTCOME'];
const NUMBERS = [3, 4, 5];

/** The end of one file, in a line. */
export function describeAttempt({ name, seconds, guide, failure }: Attempt): string {
  if (!guide) return `${name}: ${failure ?? 'not tried'}`;
  const { outcome, id, profiles, rules } = guide;
  const content = `${countOf(profiles, 'profile')} and ${countOf(rules, 'rule')}`;
  return `${name}: ${outcome} in ${seconds.toFixed(1)} s, ${content} (${id})`;
}

/** The run as a table, one row a file, and how many came to what. */
export function renderSummary(attempts: readonly Attempt[]): string {
  const rows = [HEAD, ...attempts.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (NUMBERS.includes(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', renderTotals(attempts)].join('\n');
}

function rowOf({ name, seconds, guide, failure }: Attempt): string[] {
  if (!guide) return [name, '', '', '', '', failure === undefined ? '' : seconds.toFixed(1), outcomeOf({ failure })];
  const { refId, version, profiles, rules } = guide;
  const shortId = refId.replace(/^.*_benchmark_/, '');
  return [name, shortId, version, String(profiles), String(rules), seconds.toFixed(1), guide.outcome];
}

function outcomeOf({ guide, failure }: Pick<Attempt, 'guide' | 'failure'>): string {
  return guide?.outcome ?? (failure === undefined ? 'not tried' : 'failed');
}

function renderTotals(attempts: readonly Attempt[]): string {
  const counts = new Map<string, number>();
  for (const attempt of attempts) counts.set(outcomeOf(attempt), (counts.get(outcomeOf(attempt)) ?? 0) + 1);
  return `${countOf(attempts.length, 'file')}: ${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}.`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
