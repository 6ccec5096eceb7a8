import fc from 'fast-check';
import { condense, KEPT_PER_TYPE, type Occurrence, RETENTION_MS } from './occurrence';

const NOON = Date.parse('2026-06-01T12:00:00Z');
const anOccurrence = (over: Partial<Occurrence> = {}): Occurrence => ({
  type: 'not_found',
  occurredAtMs: NOON,
  service: 'compliance',
  status: 404,
  requestId: 'r1',
  route: 'GET /',
  ...over,
});

describe('condense', () => {
  it('counts by type and minute', () => {
    const batch = [
      anOccurrence({ occurredAtMs: NOON - 1 }),
      anOccurrence({ occurredAtMs: NOON }),
      anOccurrence({ type: 'internal_error' }),
      anOccurrence({ occurredAtMs: NOON - 60_000 }),
    ];

    expect(condense(batch, NOON).counts).toEqual([
      { type: 'internal_error', minuteMs: NOON, occurrences: 1 },
      { type: 'not_found', minuteMs: NOON - 60_000, occurrences: 2 },
      { type: 'not_found', minuteMs: NOON, occurrences: 1 },
    ]);
  });

  it.each([
    ['exactly a day old', NOON - RETENTION_MS, []],
    ['just younger than a day', NOON - RETENTION_MS + 1, [NOON - RETENTION_MS + 1]],
    ['from a fast clock', NOON + 5000, [NOON]],
  ])('keeps or drops an occurrence %s', (_name, occurredAtMs, kept) => {
    const { newest } = condense([anOccurrence({ occurredAtMs })], NOON);

    expect(newest.map((occurrence) => occurrence.occurredAtMs)).toEqual(kept);
  });

  it('counts every recent one and keeps the newest of each type', () => {
    const occurrence = fc.record({
      type: fc.constantFrom('a_type', 'b_type'),
      occurredAtMs: fc.integer({ min: NOON - RETENTION_MS - 1000, max: NOON }),
    });
    fc.assert(
      fc.property(fc.array(occurrence, { maxLength: 100 }), (drawn) => {
        const batch = drawn.map((over) => anOccurrence(over));
        const { newest, counts } = condense(batch, NOON);
        for (const type of ['a_type', 'b_type']) {
          const recent = batch.filter((one) => one.type === type && one.occurredAtMs > NOON - RETENTION_MS);
          const times = recent.map((one) => one.occurredAtMs).toSorted((a, b) => a - b);
          const counted = counts.filter((count) => count.type === type);

          expect(counted.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(recent.length);
          expect(newest.filter((one) => one.type === type).map((one) => one.occurredAtMs)).toEqual(
            times.slice(-KEPT_PER_TYPE),
          );
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
