import { MonitoringConfig } from '../monitoring.config';
import { closedAfterMs, getFlappingRule, getGrouping, getRecipientLimit } from './notice-settings';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const set = (settings: Partial<MonitoringConfig>): MonitoringConfig => Object.assign(new MonitoringConfig(), settings);

describe('settings of notifications', () => {
  it('count the alerts of a flapping definition over minutes', () => {
    expect(getFlappingRule(set({ ALERT_FLAPPING_COUNT: 3, ALERT_FLAPPING_MINUTES: 20 }))).toEqual({
      count: 3,
      periodMs: 20 * MINUTE,
    });
  });

  it('limit the notifications of a recipient per hour', () => {
    expect(getRecipientLimit(set({ ALERT_RECIPIENT_LIMIT: 7 }))).toEqual({ most: 7, periodMs: HOUR });
  });

  it('close alerts without a recovery after hours, or never', () => {
    expect(closedAfterMs(set({ ALERT_CLOSE_AFTER_HOURS: 2 }))).toBe(2 * HOUR);
    expect(closedAfterMs(set({ ALERT_CLOSE_AFTER_HOURS: 0 }))).toBe(Infinity);
  });

  it('group alerts for seconds, and incidents for minutes', () => {
    const settings = set({
      ALERT_GROUP_WAIT_SECONDS: 5,
      ALERT_GROUP_INTERVAL_SECONDS: 300,
      ALERT_GROUP_WINDOW_MINUTES: 60,
    });
    expect(getGrouping(settings)).toEqual({
      grouping: { waitMs: 5 * SECOND, intervalMs: 300 * SECOND },
      windowMs: 60 * MINUTE,
    });
  });
});
