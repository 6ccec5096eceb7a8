import { endsAt, isSendDue, type SentInstance } from '../src/alertmanager-sends';

const MINUTE = 60_000;
const FIRING: SentInstance = { state: 'FIRING', firedMs: 0, resolvedMs: null, sentMs: null };

/** Times, in seconds, at which the state is sent if it is evaluated every `seconds`. */
function sends(
  instance: SentInstance,
  { seconds, resendMs = MINUTE, minutes = 30 }: { seconds: number; resendMs?: number; minutes?: number },
) {
  const times: number[] = [];
  let { sentMs } = instance;
  const { firedMs, resolvedMs } = instance;
  for (let atMs = resolvedMs ?? firedMs ?? 0; atMs <= minutes * MINUTE; atMs += seconds * 1000) {
    if (!isSendDue({ ...instance, sentMs }, { atMs, resendMs })) continue;
    times.push(atMs / 1000);
    sentMs = atMs;
  }
  return times;
}

it('sends a firing alert at once, then at the first multiple of the interval that is not before the delay', () => {
  expect(sends(FIRING, { seconds: 30, minutes: 3 })).toEqual([0, 60, 120, 180]);
  expect(sends(FIRING, { seconds: 45, minutes: 3 })).toEqual([0, 90, 180]);
  expect(sends(FIRING, { seconds: 90, minutes: 5 })).toEqual([0, 90, 180, 270]);
});

it('sends the end of a sent alert for 15 minutes', () => {
  const resolved = { state: 'RESOLVED', firedMs: 0, resolvedMs: 60_000, sentMs: 0 } as const;
  expect(sends(resolved, { seconds: 60 })).toEqual(Array.from({ length: 15 }, (_none, at) => 60 + 60 * at));
  expect(sends({ ...resolved, sentMs: null }, { seconds: 60 })).toEqual([]);
});

it('sends nothing of a pending one', () => {
  expect(sends({ state: 'PENDING', firedMs: null, resolvedMs: null, sentMs: null }, { seconds: 60 })).toEqual([]);
});

it('sends an alert that fires again immediately, and continues when the clock was set back', () => {
  expect(isSendDue({ ...FIRING, firedMs: 1_000, sentMs: 999 }, { atMs: 1_000, resendMs: MINUTE })).toBe(true);
  expect(isSendDue({ ...FIRING, sentMs: 500_000 }, { atMs: 1_000, resendMs: MINUTE })).toBe(true);
});

it('lets a firing alert end after four repeats, and a resolved one when it was resolved', () => {
  const times = { intervalMs: 30_000, resendMs: MINUTE };
  expect(endsAt({ ...FIRING, sentMs: 10_000 }, times)).toBe(250_000);
  expect(endsAt({ ...FIRING, sentMs: 10_000 }, { ...times, intervalMs: 90_000 })).toBe(370_000);
  expect(endsAt({ state: 'RESOLVED', firedMs: 0, resolvedMs: 77, sentMs: 10_000 }, times)).toBe(77);
});
