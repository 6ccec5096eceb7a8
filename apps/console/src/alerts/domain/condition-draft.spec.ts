import type { AlertConditionRest } from '@wardstone/client/monitoring';
import {
  CATEGORIES,
  type DraftMetric,
  toConditionDraft,
  newCondition,
  type SentCondition,
  toSentCondition,
} from './condition-draft';

const LOAD: DraftMetric = { definitionId: 7, displayName: 'Load', unit: '%', type: 'MEASUREMENT' };
const FREE: DraftMetric = { definitionId: 8, displayName: 'Free', unit: 'B', type: 'MEASUREMENT' };
const METRICS = [LOAD, FREE];

const storedAs = (sent: SentCondition): AlertConditionRest => ({
  id: 1,
  name: null,
  option: null,
  comparator: null,
  threshold: null,
  triggerId: null,
  measurementDefinition: 0,
  ...sent,
});

describe('a condition in the form', () => {
  it.each<[SentCondition, string]>([
    [{ category: 'THRESHOLD', measurementDefinition: 7, comparator: '>', threshold: 0.57 }, '57'],
    [{ category: 'THRESHOLD', measurementDefinition: 8, comparator: '<', threshold: 1e9 }, '1000000000'],
    [{ category: 'BASELINE', measurementDefinition: 8, comparator: '>', threshold: 1.2, option: 'mean' }, '120'],
    [{ category: 'RANGE', measurementDefinition: 7, comparator: '<=', threshold: 0.1, option: '0.29' }, '10'],
    [{ category: 'CHANGE', measurementDefinition: 8 }, ''],
    [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }, ''],
    [{ category: 'AVAIL_DURATION', name: 'AVAIL_DURATION_DOWN', option: '600' }, ''],
    [{ category: 'EVENT', name: 'ERROR', option: 'disk.*full' }, ''],
    [{ category: 'CONTROL', name: 'restart', option: 'FAILURE' }, ''],
    [{ category: 'RESOURCE_CONFIG' }, ''],
    [{ category: 'EXPRESSION', option: 'up == 0' }, ''],
    [{ category: 'EXPRESSION', option: 'up', comparator: '<', threshold: 1 }, '1'],
  ])('%j shows "%s" and is sent as it is stored', (sent, threshold) => {
    const draft = toConditionDraft(storedAs(sent), METRICS);

    expect(draft.threshold).toBe(threshold);
    expect(toSentCondition(draft, METRICS)).toEqual(sent);
  });

  it('shows both bounds of a range as percentages', () => {
    const range = storedAs({
      category: 'RANGE',
      measurementDefinition: 7,
      comparator: '<',
      threshold: 0.1,
      option: '0.9',
    });

    expect(toConditionDraft(range, METRICS)).toMatchObject({ threshold: '10', option: '90' });
  });

  it.each([
    ['a metric', { ...newCondition('THRESHOLD'), threshold: '1' }],
    ['a number', { ...newCondition('THRESHOLD', 7), threshold: 'much' }],
    ['an upper bound', { ...newCondition('RANGE', 7), threshold: '1' }],
    ['a duration', { ...newCondition('AVAIL_DURATION'), option: 'long' }],
    ['an operation', newCondition('CONTROL')],
    ['a threshold', { ...newCondition('EXPRESSION'), option: 'up', comparator: '<' }],
  ])('is not sent without %s', (_what, draft) => {
    expect(toSentCondition(draft, METRICS)).toBeUndefined();
  });

  it('starts with common choices, which are complete where no metric or name is needed', () => {
    expect(CATEGORIES.filter((category) => toSentCondition(newCondition(category), METRICS) !== undefined)).toEqual([
      'AVAILABILITY',
      'AVAIL_DURATION',
      'EVENT',
      'DRIFT',
      'RESOURCE_CONFIG',
    ]);
  });
});
