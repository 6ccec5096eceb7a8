import type { ConditionMode } from '@wardstone/dto/monitoring';
import type { Dampening } from './dampening';

/** What decided that a definition fired. */
export interface FiringRules {
  readonly mode: ConditionMode;
  readonly dampening: Dampening;
}

/** Why it fired, as a sentence. */
export function summarise(
  { mode, dampening }: FiringRules,
  matched: number,
  conditions: number,
  occurrences: number,
): string {
  const held =
    conditions === 1
      ? 'The condition held'
      : mode === 'ALL'
        ? `All ${conditions} conditions held`
        : `${matched} of ${conditions} conditions held; one is enough`;
  return `${held}${dampeningText(dampening, occurrences)}.`;
}

function dampeningText({ category, count, period, unit }: Dampening, occurrences: number): string {
  const needed = Math.max(1, count);
  const times = `${occurrences} ${occurrences === 1 ? 'time' : 'times'}`;
  switch (category) {
    case 'NONE':
      return '';
    case 'ONCE':
      return ', and the definition was disabled';
    case 'CONSECUTIVE_COUNT':
      return ` ${times} in a row, as required`;
    case 'PARTIAL_COUNT':
      return ` ${times} within the last ${Math.max(period, needed)} evaluations; ${needed} required`;
    case 'DURATION_COUNT':
      return period === 0
        ? ` ${times}; ${needed} required`
        : ` ${times} within ${period} ${(unit ?? 'MINUTES').toLowerCase()}; ${needed} required`;
    case 'INVERSE_COUNT':
      return count === 0 ? '' : `, and the next ${count} times are skipped`;
  }
}
