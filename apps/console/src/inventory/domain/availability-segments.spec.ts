import type { AvailabilityRest } from '@wardstone/client/monitoring';
import { toSegments, getShares } from './availability-segments';

const interval = (type: AvailabilityRest['type'], since: number, until: number | null): AvailabilityRest => ({
  type,
  since,
  until,
  resourceId: 1,
});

describe('the bar of availability', () => {
  it('shows the history within its time, the newest interval until its end', () => {
    const history = [interval('UP', 150, null), interval('DOWN', 120, 150), interval('UP', 0, 120)];

    expect(toSegments(history, { start: 100, end: 200 })).toEqual([
      { type: 'UP', start: 100, end: 120, share: 0.2 },
      { type: 'DOWN', start: 120, end: 150, share: 0.3 },
      { type: 'UP', start: 150, end: 200, share: 0.5 },
    ]);
  });

  it('is unknown where there is no record', () => {
    expect(toSegments([], { start: 0, end: 10 })).toEqual([{ type: 'UNKNOWN', start: 0, end: 10, share: 1 }]);
    expect(toSegments([interval('UP', 5, null)], { start: 0, end: 10 }).map(({ type }) => type)).toEqual([
      'UNKNOWN',
      'UP',
    ]);
  });

  it('sums up the time of each availability', () => {
    const history = [interval('UP', 0, 2), interval('DOWN', 2, 5), interval('UP', 5, null)];

    expect([...getShares(toSegments(history, { start: 0, end: 10 }))]).toEqual([
      ['UP', 0.7],
      ['DOWN', 0.3],
    ]);
  });
});
