/**
 * Whether the newest result `t` is older than its policy `p` permits at a time.
 * @param at placeholder of the time
 */
export const isStale = (at: string): string => `coalesce(t.end_time < ${staleBefore(at)}, FALSE)`;

/** Results that ended before this time are older than policy `p` permits; null without a limit. */
export const staleBefore = (at: string): string =>
  `(${at}::timestamptz - make_interval(days => p.max_result_age_days))`;

/** `fresh`, `stale` or, without a result, `never_reported` (rule compliance-38). */
export const freshness = (at: string): string =>
  `CASE WHEN t.id IS NULL THEN 'never_reported' WHEN ${isStale(at)} THEN 'stale' ELSE 'fresh' END`;
