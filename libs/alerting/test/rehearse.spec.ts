import { rehearse, type RehearsalRules } from '../src/rehearse';
import { NEVER_OVER } from '../src/silence-times';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const mail = { gathers: 'digest' } as const;
const trap = { gathers: undefined };
const rules: RehearsalRules = {
  silences: [],
  grouping: { waitMs: 20 * SECOND, intervalMs: 5 * MINUTE },
  windowMs: 30 * MINUTE,
  causeAt: () => undefined,
  escalation: undefined,
  isRecovery: false,
  flapping: { count: 0, periodMs: 30 * MINUTE },
  recoveredBy: () => [],
  limit: { most: 0, periodMs: 60 * MINUTE },
};
const outcomes = (firedMs: number[], over: Partial<RehearsalRules> = {}) =>
  rehearse(firedMs, [mail, trap], { ...rules, ...over }).map(({ notices }) =>
    notices.map(({ kind, outcome, atMs }) => `${kind === 'HELD' ? 'why ' : ''}${outcome} ${atMs / SECOND}`),
  );
const steps = (firedMs: number[], over: Partial<RehearsalRules> = {}) => {
  const escalation = { afterMs: [10 * MINUTE, 20 * MINUTE], repeatMs: 60 * MINUTE, repeatTimes: 3 };
  return rehearse(firedMs, [mail], { ...rules, escalation, ...over }).map((alert) =>
    alert.steps.map(({ place, atMs }) => `${place} ${atMs / MINUTE}`),
  );
};
/** Once, from one minute to another. */
const getSilence = (startMs: number, endMs: number) => ({
  id: 1,
  startMs,
  endMs,
  rule: null,
  timeZone: null,
  overMs: NEVER_OVER,
});

describe('the notifications of a dry run', () => {
  it('group alerts that fire while a notification waits, and update recipients at intervals', () => {
    expect(outcomes([0, 10 * SECOND, 60 * SECOND, 10 * MINUTE])).toEqual([
      ['TOLD 20', 'TOLD 0'],
      ['JOINED 20', 'TOLD 10'],
      ['TOLD 320', 'TOLD 60'],
      ['TOLD 620', 'TOLD 600'],
    ]);
  });

  it('start another incident after a pause', () => {
    expect(outcomes([0, 31 * MINUTE]).map(([first]) => first)).toEqual(['TOLD 20', `TOLD ${31 * 60 + 20}`]);
  });

  it('are not sent during a silence, and state its end', () => {
    const silence = getSilence(5 * SECOND, MINUTE);
    expect(outcomes([0, 30 * SECOND, MINUTE], { silences: [silence] })).toEqual([
      ['TOLD 20', 'TOLD 0'],
      ['SILENCED 60', 'SILENCED 60'],
      ['TOLD 320', 'TOLD 60'],
    ]);
  });

  it('announce the cause once while the resource is DOWN on which theirs depends', () => {
    const causeAt = (atMs: number) => (atMs >= MINUTE && atMs < 3 * MINUTE ? 7 : undefined);
    expect(outcomes([0, MINUTE, 2 * MINUTE, 3 * MINUTE], { causeAt })).toEqual([
      ['TOLD 20', 'TOLD 0'],
      ['SUPPRESSED 180', 'why TOLD 80', 'SUPPRESSED 180'],
      ['SUPPRESSED 240', 'SUPPRESSED 240'],
      ['TOLD 320', 'TOLD 180'],
    ]);
  });

  it('are held while flapping, announce that once, and resume when fewer alerts recovered', () => {
    const firedMs = [0, 1, 2, 3, 4, 33].map((minutes) => minutes * MINUTE);
    const recoveredBy = (atMs: number) => firedMs.filter((ms) => ms < atMs);
    const flapping = { count: 3, periodMs: 30 * MINUTE };

    expect(outcomes(firedMs, { flapping, recoveredBy }).map(([first, second]) => [first, second])).toEqual([
      ['TOLD 20', 'TOLD 0'],
      ['TOLD 320', 'TOLD 60'],
      ['JOINED 320', 'TOLD 120'],
      // Decided again after two minutes at the latest. The waiting notification explains it to recipients of the
      // incident.
      ['FLAPPING 300', 'FLAPPING 300'],
      ['FLAPPING 360', 'FLAPPING 360'],
      ['TOLD 1980', 'TOLD 1980'],
    ]);
    const pause = firedMs.map((ms) => (ms < 3 * MINUTE ? ms - 20 * MINUTE : ms));
    const paused = { flapping, recoveredBy: (atMs: number) => pause.filter((ms) => ms < atMs) };
    expect(
      outcomes(pause, paused)
        .flat()
        .filter((text) => text.startsWith('why')),
    ).toEqual(['why TOLD 180']);
  });

  it('are limited per recipient and hour, with the rest as one digest as soon as the hour permits', () => {
    const firedMs = [0, 10, 20, 30, 40, 75].map((minutes) => minutes * MINUTE);
    const limit = { most: 2, periodMs: 60 * MINUTE };

    expect(outcomes(firedMs, { limit }).map(([first]) => first)).toEqual([
      'TOLD 20',
      'TOLD 600',
      'DIGEST 3620',
      'JOINED 3620',
      'JOINED 3620',
      'TOLD 4520',
    ]);
    // A channel that is not a person gets all of them, and so do notifications without a group.
    expect(
      rehearse(firedMs, [{ gathers: 'incident' as const }, trap], { ...rules, limit })
        .flatMap(({ notices }) => notices)
        .map(({ outcome }) => outcome),
    ).toEqual(Array(12).fill('TOLD'));
  });

  it('merge the digests of two incidents', () => {
    const causeAt = (atMs: number) => (atMs === MINUTE ? 7 : undefined);
    const limit = { most: 1, periodMs: 60 * MINUTE };

    expect(
      outcomes([0, MINUTE, 5 * MINUTE, 90 * MINUTE], { causeAt, limit }).map(([first, second]) => [first, second]),
    ).toEqual([
      ['TOLD 20', 'TOLD 0'],
      ['SUPPRESSED 180', 'why DIGEST 3620'],
      ['JOINED 3620', 'TOLD 300'],
      ['DIGEST 7220', 'TOLD 5400'],
    ]);
  });

  it('announce the end of a problem at once', () => {
    expect(outcomes([0, MINUTE], { isRecovery: true })).toEqual([
      ['TOLD 0', 'TOLD 0'],
      ['TOLD 60', 'TOLD 60'],
    ]);
  });

  it('escalate each incident by the steps of the policy, from its first notified alert', () => {
    expect(steps([0, MINUTE, 40 * MINUTE])).toEqual([['0 10', '1 20'], [], ['0 50', '1 60']]);
    const causeAt = (atMs: number) => (atMs === 0 ? 7 : undefined);
    expect(steps([0, MINUTE], { causeAt })).toEqual([[], ['0 11', '1 21']]);
  });

  it('delay steps until the end of a silence, and then send what was due meanwhile', () => {
    expect(steps([0], { silences: [getSilence(5 * MINUTE, 45 * MINUTE)] })).toEqual([['0 45', '1 45']]);
  });
});
