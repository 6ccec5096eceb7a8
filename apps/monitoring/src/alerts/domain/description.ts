import type { Condition } from './condition';
import type { Match } from './condition-test';

const TRANSITIONS: Readonly<Record<string, string>> = {
  AVAIL_GOES_DOWN: 'availability goes DOWN',
  AVAIL_GOES_DISABLED: 'availability goes DISABLED',
  AVAIL_GOES_UNKNOWN: 'availability goes UNKNOWN',
  AVAIL_GOES_NOT_UP: 'availability goes not UP',
  AVAIL_GOES_UP: 'availability goes UP',
};

/** A condition and what made it match, as people read it; one line each. Source: media spec 6.6. */
export function describeMatches(matches: readonly { condition: Condition; match: Match }[]): string {
  return matches
    .map(({ condition, match: { atMs, value } }, index) => {
      const at = new Date(atMs).toISOString();
      return `Condition ${index + 1}: ${describeCondition(condition)} at ${at}, value ${value}`;
    })
    .join('\n');
}

export function describeCondition({
  category,
  name,
  threshold,
  option,
  comparator,
}: Omit<Condition, 'id' | 'measurementDefinition'>): string {
  switch (category) {
    case 'AVAILABILITY':
      return TRANSITIONS[name ?? ''] ?? 'availability changes';
    case 'AVAIL_DURATION': {
      const state = name === 'AVAIL_DURATION_DOWN' ? 'DOWN' : 'not UP';
      return `availability stays ${state} for ${minutes(Number(option))}`;
    }
    case 'THRESHOLD':
      return `${name} ${comparator} ${threshold}`;
    case 'BASELINE':
      return `${name} ${comparator} ${percent(threshold)}% of baseline ${option}`;
    case 'RANGE':
      return `${name} ${rangeWords(comparator)} ${threshold} and ${option}`;
    case 'CHANGE':
      return `${name} changes`;
    case 'TRAIT':
      return option === null || option.trim() === '' ? `${name} changes` : `${name} matches "${option}"`;
    case 'EVENT':
      return `event of severity ${name} or above${option === null ? '' : ` matches "${option}"`}`;
    case 'CONTROL':
      return `operation ${name} has status ${option}`;
    case 'RESOURCE_CONFIG':
      return 'resource configuration changes';
    case 'DRIFT':
      return `drift${name === null ? '' : ` of "${name}"`}${option === null ? '' : ` in "${option}"`}`;
  }
}

function minutes(seconds: number): string {
  return `${Math.round((seconds / 60) * 100) / 100} minutes`;
}

/** Without the tail that 0.07 * 100 has. */
function percent(fraction: number | null): string {
  return String(Number(((fraction ?? 0) * 100).toPrecision(12)));
}

function rangeWords(comparator: string | null): string {
  switch (comparator) {
    case '<':
      return 'strictly between';
    case '<=':
      return 'between';
    case '>':
      return 'not strictly between';
    case '>=':
      return 'outside';
    default:
      return 'exactly on one of';
  }
}
