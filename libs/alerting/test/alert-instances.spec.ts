import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { type AlertInstance, gridTime, computeReliableMs, stepInstances } from '../src/alert-instances';

const HISTORIES = rounds(100_000, 100);
const INTERVAL_MS = 30_000;
const REACH_MS = 300_000;

/** Steps of the grid that pass before an evaluation, and the series that it returns. */
type History = readonly { readonly steps: number; readonly keys: readonly string[] }[];

const history: fc.Arbitrary<History> = fc.array(
  fc.record({
    steps: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(1, 1, 1, 2, 4, 6) },
      { weight: 1, arbitrary: fc.constantFrom(7, 30, 300) },
    ),
    keys: fc.subarray(['a', 'b']),
  }),
  { maxLength: 40 },
);
const rule = fc.record({
  forMs: fc.constantFrom(0, 30_000, 120_000),
  keepFiringMs: fc.constantFrom(0, 60_000, 150_000),
});

interface Evaluated {
  readonly atMs: number;
  readonly reliableMs: number;
  readonly keys: readonly string[];
}

function evaluateHistory(given: History): Evaluated[] {
  const evaluated: Evaluated[] = [];
  let lastMs: number | null = null;
  let [atMs, reliableMs] = [0, 0];
  for (const { steps, keys } of given) {
    atMs += steps * INTERVAL_MS;
    reliableMs = computeReliableMs({ lastMs, reliableMs }, { atMs, intervalMs: INTERVAL_MS, reachMs: REACH_MS });
    evaluated.push({ atMs, reliableMs, keys });
    lastMs = atMs;
  }
  return evaluated;
}

/** States by looking at the whole past of one key each time, without anything kept from one evaluation to the next. */
function modelled(
  key: string,
  past: readonly Evaluated[],
  { forMs, keepFiringMs }: { forMs: number; keepFiringMs: number },
) {
  let firing = false;
  const events: string[] = [];
  past.forEach(({ atMs, reliableMs, keys }, at) => {
    if (atMs < reliableMs) return;
    const sinceBreak = past.slice(0, at + 1).filter((one) => one.atMs >= one.reliableMs && one.atMs >= reliableMs);
    const isPresent = keys.includes(key);
    // Nothing between counts but evaluations that are reliable: those of a break are left out.
    const streak = sinceBreak.slice(sinceBreak.findLastIndex((one) => one.keys.includes(key) !== isPresent) + 1);
    const lastedMs = atMs - streak[0]!.atMs;
    if (!firing && isPresent && lastedMs >= forMs) events.push(`fired ${key} ${atMs}`);
    if (firing && !isPresent && lastedMs >= keepFiringMs) events.push(`resolved ${key} ${atMs}`);
    firing = firing ? isPresent || lastedMs < keepFiringMs : isPresent && lastedMs >= forMs;
  });
  return events;
}

it('instances pend, fire, are kept and resolved like those of a model of the whole history', () => {
  fc.assert(
    fc.property(history, rule, (given, rules) => {
      const evaluated = evaluateHistory(given);
      let instances: ReadonlyMap<string, AlertInstance> = new Map();
      const events: string[] = [];
      for (const { atMs, reliableMs, keys } of evaluated) {
        const values = new Map(keys.map((key) => [key, 1]));
        const step = stepInstances(instances, rules, { atMs, reliableMs, values });
        instances = step.instances;
        events.push(...step.fired.map((key) => `fired ${key} ${atMs}`));
        events.push(...step.resolved.map((key) => `resolved ${key} ${atMs}`));
      }
      expect(events.sort()).toEqual([...modelled('a', evaluated, rules), ...modelled('b', evaluated, rules)].sort());
    }),
    { numRuns: HISTORIES, seed: 52 },
  );
});

it('a break fires nothing that has ended once samples are complete again', () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 7, max: 500 }), fc.nat(9), (rules, steps, missedEvaluations) => {
      const before = Array.from({ length: 5 }, () => ({ steps: 1, keys: [] }));
      // `absent` of a series whose sender reports again within the look-back.
      const after = Array.from({ length: 20 }, (_one, i) => ({
        steps: i === 0 ? steps : 1,
        keys: i <= missedEvaluations ? ['a'] : [],
      }));
      let instances: ReadonlyMap<string, AlertInstance> = new Map();
      for (const { atMs, reliableMs, keys } of evaluateHistory([...before, ...after])) {
        const step = stepInstances(instances, rules, {
          atMs,
          reliableMs,
          values: new Map(keys.map((key) => [key, 1])),
        });
        instances = step.instances;
        expect(step.fired).toEqual([]);
      }
    }),
  );
});

it('alerts fired before a break are resolved only by a reliable evaluation', () => {
  const firing: AlertInstance = { state: 'FIRING', activeMs: 0, missingMs: null, value: 1 };
  const rules = { forMs: 0, keepFiringMs: 0 };
  const at = (atMs: number) =>
    stepInstances(new Map([['a', firing]]), rules, { atMs, reliableMs: 600_000, values: new Map() });
  expect(at(599_999).resolved).toEqual([]);
  expect(at(600_000).resolved).toEqual(['a']);
});

it.each([
  ['three minutes where evaluations are more frequent', 30_000, 180_000],
  ['two intervals where they are rarer', 600_000, 1_200_000],
])('a break is longer than %s', (_what, intervalMs, longestMs) => {
  const next = (atMs: number): number =>
    computeReliableMs({ lastMs: 0, reliableMs: 0 }, { atMs, intervalMs, reachMs: REACH_MS });
  expect([next(longestMs), next(longestMs + 1)]).toEqual([0, longestMs + 1 + REACH_MS]);
});

it('a pending series starts again when the clock was set back', () => {
  const pending: AlertInstance = { state: 'PENDING', activeMs: 900_000, missingMs: null, value: 1 };
  const step = stepInstances(
    new Map([['a', pending]]),
    { forMs: 60_000, keepFiringMs: 0 },
    { atMs: 300_000, reliableMs: 0, values: new Map([['a', 1]]) },
  );
  expect(step.instances.get('a')).toMatchObject({ state: 'PENDING', activeMs: 300_000 });
});

it('the grids of definitions differ, and each has one time in every interval', () => {
  const times = [1, 2, 3].map((id) => gridTime(1_000_000, 60_000, id));
  expect(new Set(times).size).toBe(3);
  for (const [at, time] of times.entries()) {
    expect(time).toBeLessThanOrEqual(1_000_000);
    expect(time).toBeGreaterThan(940_000);
    expect(gridTime(time + 59_999, 60_000, at + 1)).toBe(time);
    expect(gridTime(time + 60_000, 60_000, at + 1)).toBe(time + 60_000);
  }
});

it('the times of many definitions are spread evenly over few grids', () => {
  const counts = new Map<number, number>();
  for (let id = 1; id <= 1_200; id++) {
    const time = gridTime(1_000_000, 60_000, id);
    counts.set(time, (counts.get(time) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array.from({ length: 12 }, () => 100));
  expect(gridTime(1_000_000, 12_000, 7) % 12_000).toBeLessThan(10_000);
  expect(gridTime(1_000_000, 3_000, 7)).toBe(999_000);
});
