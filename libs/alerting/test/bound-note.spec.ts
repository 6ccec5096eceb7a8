import { assert, constantFrom, double, property } from 'fast-check';
import type { Condition } from '../src/condition';
import { boundNote } from '../src/bound-note';
import { aCondition } from './engine-fixture';

const LOAD = { name: 'System Load', measure: { unit: 'PERCENTAGE' } } as const;
const FREE = { name: 'Free Memory', measure: { unit: 'BYTES' } } as const;

describe('a threshold outside of the range of a metric', () => {
  it.each<[Partial<Condition>, string]>([
    [
      { ...LOAD, threshold: 90 },
      '90 on a percentage stored as a fraction means 9000 %; use 0.9 for 90 %. With values from 0 % to 100 % the condition never holds.',
    ],
    [
      { ...LOAD, comparator: '<', threshold: 7 },
      '7 on a percentage stored as a fraction means 700 %; use 0.07 for 7 %. With values from 0 % to 100 % the condition always holds.',
    ],
    [
      { ...LOAD, category: 'RANGE', comparator: '<', threshold: 20, option: '50' },
      '20 on a percentage stored as a fraction means 2000 %; use 0.2 for 20 %. 50 on a percentage stored as a fraction means 5000 %; use 0.5 for 50 %. With values from 0 % to 100 % the condition never holds.',
    ],
    [
      { ...LOAD, category: 'RANGE', comparator: '>=', threshold: 0.2, option: '50' },
      '50 on a percentage stored as a fraction means 5000 %; use 0.5 for 50 %.',
    ],
    [
      { ...LOAD, comparator: '<', threshold: -0.1 },
      '-10 % is below any possible value. With values from 0 % to 100 % the condition never holds.',
    ],
    [
      { ...FREE, comparator: '>', threshold: -1024 },
      '-1 KiB is below any possible value. With values from 0 B up the condition always holds.',
    ],
    [
      { ...FREE, category: 'BASELINE', comparator: '>', threshold: 150, option: 'mean' },
      '150 means 15000 % of the baseline; use 1.5 for 150 %.',
    ],
  ])('%j is noted', (over, note) => {
    expect(boundNote(aCondition({ measurementDefinition: 10107, ...over }))).toBe(note);
  });

  it.each<Partial<Condition>>([
    { ...LOAD, threshold: 0.9 },
    { ...LOAD, threshold: 1 },
    { ...LOAD, category: 'RANGE', comparator: '<', threshold: 0, option: '1' },
    { ...LOAD, category: 'BASELINE', comparator: '>', threshold: 1.5, option: 'mean' },
    { ...LOAD, category: 'CHANGE', comparator: null, threshold: null },
    { ...FREE, threshold: 1e12 },
    { name: 'Sent', threshold: -5, measure: { unit: 'BYTES', isPerMinute: true } },
    { name: 'Requests', threshold: 90 },
    { name: 'Outside', threshold: -20, measure: { unit: 'CELSIUS' } },
    { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN', threshold: 90 },
  ])('%j is not noted', (over) => {
    expect(boundNote(aCondition(over))).toBeUndefined();
  });

  it('is not noted for a threshold that a percentage can cross', () => {
    assert(
      property(double({ min: 0, max: 1, noNaN: true }), constantFrom('<', '=', '>'), (threshold, comparator) => {
        expect(boundNote(aCondition({ ...LOAD, threshold, comparator }))).toBeUndefined();
      }),
    );
  });
});
