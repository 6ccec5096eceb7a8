import {
  checkMessages,
  dueMessages,
  type OpenProblems,
  outdatedText,
  textOfMessage,
  type WatchedRotation,
} from '../src/on-call-messages';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Monday. */
const START = Date.UTC(2026, 10, 30, 9);
const ROTATION: WatchedRotation = {
  timeZone: 'UTC',
  turn: 'WEEKLY',
  handOverTime: '09:00',
  firstDay: '2026-11-30',
  members: [1, 2],
  overrides: [],
  handoverMessage: true,
  testDay: null,
  testTime: null,
  onCallUserId: 1,
  testedMs: START,
};
const at = (nowMs: number, over: Partial<WatchedRotation> = {}) => dueMessages({ ...ROTATION, ...over }, nowMs);

describe('messages of a rotation', () => {
  it('are due when the person on call changes, once, also late', () => {
    const handover = {
      messages: [
        { kind: 'INCOMING', userId: 2 },
        { kind: 'OUTGOING', userId: 1 },
      ],
      onCallUserId: 2,
    };
    expect(at(START + 7 * DAY - 1)).toBeUndefined();
    expect(at(START + 7 * DAY)).toMatchObject(handover);
    expect(at(START + 13 * DAY)).toMatchObject(handover);
    expect(at(START + 13 * DAY, { onCallUserId: 2 })).toBeUndefined();
  });

  it('are due at the start and end of an override, and when the rotation is changed', () => {
    const overrides = [{ userId: 3, startMs: START + DAY, endMs: START + 2 * DAY }];
    expect(at(START + DAY, { overrides })).toMatchObject({ onCallUserId: 3 });
    expect(at(START + 2 * DAY, { overrides, onCallUserId: 3 })).toMatchObject({ onCallUserId: 1 });
    expect(at(START, { members: [2, 1] })).toMatchObject({ onCallUserId: 2 });
  });

  it('are not sent when a rotation is first evaluated, nor where they are disabled', () => {
    expect(at(START, { onCallUserId: null, testedMs: null })).toEqual({
      messages: [],
      onCallUserId: 1,
      testedMs: START,
    });
    expect(at(START + 7 * DAY, { handoverMessage: false })).toMatchObject({ messages: [], onCallUserId: 2 });
  });

  it('are due each week at the time of the test, and skipped when that has passed long ago', () => {
    const test = { testDay: 'WE', testTime: '10:00', timeZone: 'Europe/Berlin', members: [1] } as const;
    const testMs = Date.UTC(2026, 11, 2, 9);
    expect(at(testMs - 1, test)).toBeUndefined();
    expect(at(testMs, test)).toEqual({ messages: [{ kind: 'TEST', userId: 1 }], onCallUserId: 1, testedMs: testMs });
    expect(at(testMs + DAY, { ...test, testedMs: testMs })).toBeUndefined();
    expect(at(testMs + 7 * DAY, { ...test, testedMs: testMs })).toMatchObject({ testedMs: testMs + 7 * DAY });
    expect(at(testMs + 2 * HOUR, test)).toMatchObject({ messages: [], testedMs: testMs });
  });

  it('need both a day and a time for the test', () => {
    expect(checkMessages({ testDay: 'MO' })).toHaveProperty('problem');
    expect(checkMessages({ testTime: '10:00' })).toHaveProperty('problem');
    expect(checkMessages({})).toEqual({ handoverMessage: true, testDay: null, testTime: null });
  });

  describe('are written', () => {
    const SINCE = Date.UTC(2026, 10, 29, 5, 7);
    const disk = {
      kind: 'ALERT',
      place: 'web-1 / /var',
      name: 'Disk almost full',
      values: ['96.9 %'],
      severity: 'HIGH',
      state: 'FIRING',
      acknowledgedBy: null,
      causeName: null,
      sinceMs: SINCE,
    } as const;
    const calm = { high: 0, medium: 0, low: 0, acknowledged: 0, held: 0, total: 0, worst: [] };
    const facts = {
      rotation: 'Platform',
      timeZone: 'Europe/Berlin',
      current: { person: 'Ann Lee (ann)', endMs: START + 7 * DAY },
      next: { person: 'bob' },
      problems: calm,
    };
    const listFor = (...worst: OpenProblems['worst']): string[] =>
      textOfMessage({ kind: 'INCOMING', ...facts, problems: { ...calm, total: worst.length, worst } }).list.map(
        ({ place, text }) => `${place}: ${text}`,
      );

    it('with the end of the shift, the next person, and open problems with host, start and value', () => {
      const problems = { ...calm, high: 1, low: 1, acknowledged: 1, total: 1, worst: [disk] };
      expect(textOfMessage({ kind: 'INCOMING', ...facts, problems })).toEqual({
        subject: 'You are on call for Platform until Mon, 7 Dec 2026, 10:00 (Europe/Berlin)',
        lines: ['bob takes over then.', 'Open problems: 1 high, 1 low, 1 acknowledged.'],
        list: [{ place: 'web-1 / /var', text: 'Disk almost full, 96.9 %, high, since Sun, 29 Nov 2026, 06:07' }],
        more: '',
      });
      expect(textOfMessage({ kind: 'OUTGOING', ...facts })).toMatchObject({
        subject: 'Your shift for Platform is over: Ann Lee (ann) is on call',
        lines: ['Ann Lee (ann) is on call until Mon, 7 Dec 2026, 10:00 (Europe/Berlin).', 'No open problems.'],
      });
      expect(textOfMessage({ kind: 'TEST', ...facts }).lines.join(' ')).toContain('no alert has fired.');
    });

    it('with the state of each problem', () => {
      expect(
        listFor(
          { ...disk, kind: 'RESOURCE', place: 'web-2', name: 'Linux', values: [], sinceMs: 0 },
          { ...disk, state: 'ACKNOWLEDGED', acknowledgedBy: 'bob', sinceMs: 0 },
          { ...disk, state: 'SILENCED', sinceMs: 0 },
          { ...disk, state: 'SUPPRESSED', causeName: 'switch-1', sinceMs: 0 },
          { ...disk, kind: 'OPERATION', name: 'Restart', values: [], severity: 'LOW', sinceMs: 0 },
        ),
      ).toEqual([
        'web-2: DOWN, high',
        'web-1 / /var: Disk almost full, 96.9 %, high, acknowledged by bob',
        'web-1 / /var: Disk almost full, 96.9 %, high, silenced',
        'web-1 / /var: Disk almost full, 96.9 %, high, suppressed by switch-1',
        'web-1 / /var: Restart failed, low',
      ]);
    });

    it('with all of twenty problems, and with ten of more', () => {
      const twenty = Array.from({ length: 20 }, () => disk);
      const of = (total: number) =>
        textOfMessage({ kind: 'INCOMING', ...facts, problems: { ...calm, high: total, total, worst: twenty } });
      expect([of(20).list.length, of(20).more]).toEqual([20, '']);
      expect([of(1_021).list.length, of(1_021).more]).toEqual([10, '… and 1,011 more problems']);
    });
  });

  it('are out of date when a delay has outlasted the shift', () => {
    expect([outdatedText('INCOMING', true), outdatedText('TEST', true), outdatedText('OUTGOING', false)]).toEqual(
      Array(3).fill(undefined),
    );
    expect(outdatedText('INCOMING', false)).toBe('is no longer on call');
    expect(outdatedText('OUTGOING', true)).toBe('is on call again');
  });
});
