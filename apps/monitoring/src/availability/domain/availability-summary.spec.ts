import type { AvailabilityType } from '@wardstone/dto/monitoring';
import { summarise } from './availability-summary';
import type { Stretch } from './merge-report';

/** A timeline of `[type, since]`, each lasting until the next begins. */
const timeline = (...changes: [AvailabilityType, number][]): Stretch[] =>
  changes.map(([type, sinceMs], index) => ({ type, sinceMs, untilMs: changes[index + 1]?.[1] ?? null }));

describe('summarise', () => {
  it('sums up a resource that is up again', () => {
    const stretches = timeline(
      ['UNKNOWN', 0],
      ['UP', 1000],
      ['DOWN', 5000],
      ['UP', 6000],
      ['DOWN', 11000],
      ['UP', 13000],
    );
    expect(summarise(stretches, 20000)).toEqual({
      upTime: 16000,
      downTime: 3000,
      disabledTime: 0,
      unknownTime: 0,
      knownTime: 19000,
      failures: 2,
      disabled: 0,
      lastChange: 13000,
      current: 'UP',
      upPercentage: 0.8421052631578947,
      downPercentage: 0.15789473684210525,
      disabledPercentage: 0,
      mtbf: 9000,
      mttr: 1500,
    });
  });

  it('sums up one that is down', () => {
    const stretches = timeline(['UNKNOWN', 0], ['UP', 1000], ['DOWN', 5000], ['UP', 6000], ['DOWN', 11000]);
    expect(summarise(stretches, 14000)).toMatchObject({ upTime: 9000, downTime: 4000, mtbf: 9000, mttr: 1000 });
  });

  it('sums up one that was disabled and failed once', () => {
    const stretches = timeline(['UNKNOWN', 0], ['UP', 1000], ['DISABLED', 4000], ['UNKNOWN', 6000], ['DOWN', 7000]);
    expect(summarise(stretches, 10000)).toMatchObject({
      disabled: 1,
      unknownTime: 1000,
      knownTime: 8000,
      upPercentage: 0.375,
      disabledPercentage: 0.25,
      mtbf: 0,
      mttr: 0,
    });
  });

  it.each([[[]], [timeline(['UNKNOWN', 0])]])('is unknown for a resource that was never reported', (stretches) => {
    expect(summarise(stretches, 5000)).toMatchObject({
      current: 'UNKNOWN',
      lastChange: 0,
      knownTime: 0,
      unknownTime: 0,
      upPercentage: 0,
      mtbf: 0,
      mttr: 0,
    });
  });
});
