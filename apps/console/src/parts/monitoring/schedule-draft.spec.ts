import { firstDraft, isReady, toSchedule } from './schedule-draft';

const NOW = Date.UTC(2026, 0, 15, 12, 10);

describe('the form of a scheduled operation', () => {
  it('starts with the next full hour, one member at a time, stopping at a failure', () => {
    const draft = firstDraft('once', NOW);
    expect(draft).toMatchObject({ when: 'once', atOnce: '1', stops: true });
    expect(new Date(draft.start).getTime()).toBe(Date.UTC(2026, 0, 15, 13));
  });

  it.each([
    ['now', '', '1', true],
    ['once', '', '1', false],
    ['now', '', '', true],
    ['now', '', '0', false],
    ['now', '', 'two', false],
    ['now', '', '1000', true],
    ['now', '', '1001', false],
  ] as const)('for %s with the start "%s" and %s at a time is ready: %s', (when, start, atOnce, expected) => {
    expect(isReady({ when, start, atOnce, stops: false })).toBe(expected);
  });

  it('sends limits for groups only, and a rule with its time zone', () => {
    const draft = { when: 'weekly', start: '2026-01-18T03:00', atOnce: '2', stops: true } as const;
    const startTime = new Date('2026-01-18T03:00').getTime();
    const timeZone = 'Europe/Berlin';
    expect(toSchedule(draft, { isGroup: true, timeZone })).toEqual({
      maxConcurrent: 2,
      stopOnFailure: true,
      startTime,
      rule: 'FREQ=WEEKLY',
      timeZone,
    });
    expect(toSchedule({ ...draft, when: 'now' }, { isGroup: false, timeZone })).toEqual({});
  });
});
