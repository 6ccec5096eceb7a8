import type { FlappingRule, NoticeSituation } from '@wardstone/alerting';
import type { MonitoringConfig } from '../monitoring.config';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Configured definition of flapping. */
export function getFlappingRule(config: Readonly<MonitoringConfig>): FlappingRule {
  const { ALERT_FLAPPING_COUNT: count, ALERT_FLAPPING_MINUTES: minutes } = config;
  return { count, periodMs: minutes * MINUTE_MS };
}

/** Configured maximum number of notifications for a recipient. */
export function getRecipientLimit({ ALERT_RECIPIENT_LIMIT: most }: Readonly<MonitoringConfig>): {
  most: number;
  periodMs: number;
} {
  return { most, periodMs: HOUR_MS };
}

/** Configured age at which alerts without a detectable end are closed; infinite if they are only closed by people. */
export function closedAfterMs({ ALERT_CLOSE_AFTER_HOURS: hours }: Readonly<MonitoringConfig>): number {
  return hours === 0 ? Infinity : hours * HOUR_MS;
}

/** Configured grouping of alerts into incidents. */
export function getGrouping(config: Readonly<MonitoringConfig>): {
  grouping: NoticeSituation['grouping'];
  windowMs: number;
} {
  const { ALERT_GROUP_WAIT_SECONDS: wait, ALERT_GROUP_INTERVAL_SECONDS: interval } = config;
  return {
    grouping: { waitMs: wait * SECOND_MS, intervalMs: interval * SECOND_MS },
    windowMs: config.ALERT_GROUP_WINDOW_MINUTES * MINUTE_MS,
  };
}
