import type { Priority } from '@wardstone/terms';
import { type MethodTimes, planMethods } from '../src/contact-plan';
import type { QuietHours } from '../src/quiet-hours';

const MINUTE = 60_000;
const at = (text: string): number => Date.parse(`2026-01-05T${text}:00Z`);
const hours = (startTime: string, endTime: string): QuietHours => ({
  timeZone: 'UTC',
  startTime,
  endTime,
  urgentPriority: 'HIGH',
  days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'],
});
const method = (name: string, delayMinutes = 0, quiet: QuietHours | null = null) => ({ name, delayMinutes, quiet });
const page = (over: object = {}) => ({
  priority: 'LOW' as Priority,
  notifiedMs: at('12:00'),
  nowMs: at('12:00'),
  canAcknowledge: true,
  quiet: null,
  ...over,
});
const plan = (methods: readonly (MethodTimes & { name: string })[], over: object = {}): string[] =>
  planMethods(methods, page(over)).map(({ method: { name }, untilMs }) =>
    untilMs === undefined ? name : `${name} at ${new Date(untilMs).toISOString().slice(11, 16)}`,
  );

/** See rule alerts-56. */
describe('contact methods', () => {
  const all = [method('sms', 10), method('mail'), method('push', 5)];

  it('are used after their delays, counted from the notification', () => {
    expect(plan(all)).toEqual(['mail', 'push at 12:05', 'sms at 12:10']);
    expect(plan(all, { nowMs: at('12:05') })).toEqual(['mail', 'push', 'sms at 12:10']);
    expect(plan(all, { nowMs: at('12:30') })).toEqual(['mail', 'push', 'sms']);
  });

  it('notify at once by the first methods only if nobody can respond', () => {
    expect(plan([method('sms', 10), method('push', 5)], { canAcknowledge: false })).toEqual(['push']);
    expect(plan([])).toEqual([]);
  });

  it('wait in quiet hours of their own and of the person, except for urgent alerts', () => {
    const quiet = [method('mail'), method('sms', 5, hours('12:00', '14:00'))];
    expect(plan(quiet)).toEqual(['mail', 'sms at 14:00']);
    expect(plan(quiet, { priority: 'HIGH' })).toEqual(['mail', 'sms at 12:05']);
    expect(plan(quiet, { quiet: hours('11:00', '13:00') })).toEqual(['mail at 13:00', 'sms at 14:00']);
    expect(plan(quiet, { quiet: hours('13:30', '15:00') })).toEqual(['mail', 'sms at 15:00']);
    expect(plan([method('sms', 5, hours('12:03', '13:00'))])).toEqual(['sms at 13:00']);
  });

  it('state whether quiet hours or only the delay hold one back', () => {
    const planned = planMethods([method('sms', 5), method('push', 5, hours('12:00', '14:00'))], page());
    expect(planned.map(({ method: { name }, isQuiet }) => [name, isQuiet])).toEqual([
      ['sms', false],
      ['push', true],
    ]);
  });

  it('are used although quiet hours cover the whole day', () => {
    const never = [method('mail', 0, hours('00:00', '12:30'))];
    const [planned] = planMethods(never, page({ quiet: hours('12:30', '00:00') }));
    expect(planned!.untilMs).toBeLessThan(at('12:00') + 3 * 24 * 60 * MINUTE);
  });
});
