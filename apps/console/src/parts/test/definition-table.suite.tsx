import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import { describeTrigger } from '../monitoring/definition-table';

describe('the list of alert definitions', () => {
  it.each<[Partial<AlertDefinitionRest>, string]>([
    [{ dampeningCategory: 'NONE' }, 'Each time conditions are met'],
    [{ dampeningCategory: 'NONE', onceUntilRecovered: true }, 'Once, until it recovers'],
    [
      { dampeningCategory: 'CONSECUTIVE_COUNT', dampeningCount: 3, onceUntilRecovered: true },
      'After 3 consecutive matches. Once, until it recovers',
    ],
    [
      { dampeningCategory: 'PARTIAL_COUNT', dampeningCount: 3, dampeningPeriod: 5 },
      'After 3 matches in the last 5 evaluations',
    ],
    [
      { dampeningCategory: 'DURATION_COUNT', dampeningCount: 3, dampeningPeriod: 2, dampeningUnit: 'HOURS' },
      'After 3 matches within 2 hours',
    ],
    [{ dampeningCategory: 'INVERSE_COUNT', dampeningCount: 4 }, 'Once per 4 matches'],
  ])('says of %j when it fires: %s', (definition, text) => {
    expect(describeTrigger(definition as AlertDefinitionRest)).toBe(text);
  });
});
