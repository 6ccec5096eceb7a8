import { checkMessages, dueMessages, textOfMessage, type WatchedRotation } from '../src/on-call-messages';

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

  it('state the end of the shift, the next person, and open alerts', () => {
    const facts = {
      rotation: 'Platform',
      timeZone: 'Europe/Berlin',
      current: { person: 'Ann Lee (ann)', endMs: START + 7 * DAY },
      next: { person: 'bob' },
      problems: {
        high: 2,
        medium: 0,
        low: 1,
        acknowledged: 1,
        held: 0,
        hosts: [{ hostName: 'web-1', worst: 'Host down' }],
      },
    };
    expect(textOfMessage({ kind: 'INCOMING', ...facts })).toEqual({
      subject: 'You are on call for Platform until Mon, 7 Dec 2026, 10:00 (Europe/Berlin)',
      lines: [
        'You are on call for Platform until Mon, 7 Dec 2026, 10:00 (Europe/Berlin).',
        'bob takes over then.',
        'Open problems: 2 high, 1 low, 1 acknowledged.',
        'Worst hosts:',
        'web-1: Host down',
      ],
    });
    expect(textOfMessage({ kind: 'OUTGOING', ...facts }).subject).toBe(
      'Your shift for Platform is over: Ann Lee (ann) is on call',
    );
    expect(textOfMessage({ kind: 'TEST', ...facts }).lines.join(' ')).toContain('no alert has fired.');
    const calm = { high: 0, medium: 0, low: 0, acknowledged: 0, held: 0, hosts: [] };
    expect(textOfMessage({ kind: 'INCOMING', ...facts, problems: calm }).lines).toContain('No open problems.');
  });
});
