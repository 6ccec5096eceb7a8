import { scheduleViolations } from './schedule-violations';

const BY_INTERVAL = { interval_hours: null, cron: null, time_zone: null, spread_minutes: null };
const BY_CRON = { ...BY_INTERVAL, time_zone: 'UTC', spread_minutes: 60 };
const getTiming = (given: object) => ({ ...('cron' in given ? BY_CRON : BY_INTERVAL), ...given });

describe('a schedule of scans', () => {
  it.each([
    [{ interval_hours: 24 }],
    [{ cron: '30 2 * * *' }],
    [{ cron: '5 */2 * * MON-FRI', time_zone: 'America/New_York', spread_minutes: 0 }],
    [{ cron: '0 4 L * *', time_zone: 'UTC', spread_minutes: 1_440 }],
    [{ cron: '0 0 29 2 *' }],
  ])('may be %j', (body) => {
    expect(scheduleViolations(getTiming(body))).toEqual([]);
  });

  it.each([
    [{}, /^must have either interval hours or cron$/],
    [{ interval_hours: 1, cron: '0 * * * *' }, /^must have either/],
    [{ interval_hours: 0 }, /^interval hours must be between 1 and 8760$/],
    [{ interval_hours: 1, time_zone: 'UTC' }, /^time zone and spread minutes need cron$/],
    [{ interval_hours: 1, spread_minutes: 0 }, /^time zone and spread minutes need cron$/],
    [{ cron: '' }, /five fields/],
    [{ cron: '@hourly' }, /five fields/],
    [{ cron: '0 0 2 * * *' }, /five fields/],
    [{ cron: '* * * * *' }, /^cron must name a single minute/],
    [{ cron: '*/30 2 * * *' }, /^cron must name a single minute/],
    [{ cron: '0,30 2 * * *' }, /^cron must name a single minute/],
    [{ cron: '60 2 * * *' }, /^cron must name a single minute/],
    [{ cron: '5 ? * * *' }, /^cron must not contain \?$/],
    [{ cron: '5 24 * * *' }, /^cron cannot be read: Invalid value for hour: 24$/],
    [{ cron: '5 2 * * funday' }, /^cron cannot be read/],
    [{ cron: '5 2 30 2 *' }, /^cron never comes$/],
    [{ cron: `5 ${'1,'.repeat(100)}2 * * *` }, /^cron is too long/],
    [{ cron: '5 2 * * *', time_zone: 'Mars/Olympus' }, /^time zone must be an IANA name$/],
    [{ cron: '5 2 * * *', time_zone: '+02:00' }, /^time zone must be an IANA name$/],
    [{ cron: '5 2 * * *', time_zone: '' }, /^time zone must be an IANA name$/],
    [{ cron: '5 2 * * *', spread_minutes: 1_441 }, /^spread minutes must be between 0 and 1440$/],
    [{ cron: '5 2 * * *', spread_minutes: -1 }, /^spread minutes must be between 0 and 1440$/],
  ])('must not be %j', (body, text) => {
    const violations = scheduleViolations(getTiming(body));

    expect(violations).toHaveLength(1);
    expect(violations[0]!.replace('V2::ScanSchedule ', '')).toMatch(text);
  });
});
