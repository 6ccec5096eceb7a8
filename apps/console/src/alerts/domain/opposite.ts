import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import type { SentCondition } from './condition-draft';

const THRESHOLDS: Readonly<Record<string, string>> = { '>': '<', '<': '>' };
const RANGES: Readonly<Record<string, string>> = { '<=': '>', '<': '>=', '>=': '<', '>': '<=' };
const UP: SentCondition = { category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' };

/** Conditions that hold once others no longer do; undefined when one of those cannot be over. Pure. */
export function opposite(
  conditions: readonly SentCondition[],
  mode: AlertDefinitionRest['conditionMode'],
): { conditions: readonly SentCondition[]; conditionMode: AlertDefinitionRest['conditionMode'] } | undefined {
  const opposites = conditions.map(oppositeOf).filter((each) => each !== undefined);
  if (opposites.length < conditions.length) return undefined;
  // None of several holds when the opposites of all do.
  return { conditions: opposites, conditionMode: mode === 'ANY' ? 'ALL' : 'ANY' };
}

function oppositeOf(condition: SentCondition): SentCondition | undefined {
  const { category, comparator, name } = condition;
  const comparators = category === 'RANGE' ? RANGES : THRESHOLDS;
  switch (category) {
    case 'THRESHOLD':
    case 'BASELINE':
    case 'RANGE': {
      const turned = comparators[comparator ?? ''];
      return turned === undefined ? undefined : { ...condition, comparator: turned };
    }
    case 'AVAILABILITY':
      return name === 'AVAIL_GOES_UP' ? undefined : UP;
    case 'AVAIL_DURATION':
      return UP;
    default:
      return undefined;
  }
}
