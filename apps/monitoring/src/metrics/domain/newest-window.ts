import { DAY_MS, MOST_AHEAD_MS, type TimeWindow } from './time-window';

/** What was measured within the last day still counts as the newest value; clocks of senders may be ahead. Pure. */
export function newestWindow(now: number): TimeWindow {
  return { start: now - DAY_MS, end: now + MOST_AHEAD_MS };
}
