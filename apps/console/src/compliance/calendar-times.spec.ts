import { calendarKind, calendarTimes, toCron } from './calendar-times';

describe('times of a calendar', () => {
  it.each([
    ['30 2 * * *', 'daily'],
    ['5 14 * * 0', 'weekly'],
    ['5 14 * * 5', 'weekly'],
    ['0 0 28 * *', 'monthly'],
  ])('%s is %s, and is written again as it was', (cron, kind) => {
    expect(calendarKind(cron)).toBe(kind);
    expect(toCron(kind, calendarTimes(cron))).toBe(cron);
  });

  it.each(['30 2 * * 1-5', '0 */6 * * *', '30 2 31 * *', '30 2 1 * 1', '30 2 1 6 *', ''])(
    '%s stays a cron expression',
    (cron) => {
      expect(calendarKind(cron)).toBe('cron');
      expect(toCron('cron', calendarTimes(cron))).toBe(cron);
    },
  );

  it('are undefined while they are incomplete', () => {
    const times = calendarTimes('30 2 * * *');
    expect(toCron('daily', { ...times, time: '' })).toBe('');
    expect(toCron('monthly', { ...times, day: '31' })).toBe('');
    expect(toCron('monthly', { ...times, day: '0' })).toBe('');
  });
});
