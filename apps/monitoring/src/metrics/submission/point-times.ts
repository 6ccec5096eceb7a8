import { ApiError, MonitoringError } from '@wardstone/errors';
import { invalidContent } from '../../api/invalid-parameter';
import { MOST_AHEAD_MS, RAW_RETENTION_MS } from '../domain/time-window';

/** @throws points_too_old, invalid_content */
export function requireTime(timeMs: number, now: number): void {
  if (timeMs < now - RAW_RETENTION_MS) {
    throw new ApiError(
      MonitoringError.points_too_old,
      `The time ${timeMs} is more than 7 days ago; times are in ms since 1970`,
    );
  }
  if (timeMs > now + MOST_AHEAD_MS) {
    throw invalidContent(`The time ${timeMs} is more than 24 hours in the future`);
  }
}
