import { toUtcDay } from '../../stored-results/domain/days';
import type { ReportTrendRecord } from '@wardstone/dto/compliance';

export type TrendPoint = ReportTrendRecord['points'][number];

/** Days in UTC in ISO 8601, which sort as text. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;

export const daysAfter = (day: string, count: number): string => toUtcDay(Date.parse(day) + count * DAY_MS);

/** The requested days, at most `most` before the last; undefined if the first is after the last. */
export function daysFrom(given: { from?: string; to?: string }, nowMs: number, most: number): Days | undefined {
  const today = toUtcDay(nowMs);
  const to = given.to ?? today;
  const first = daysAfter(to, -most);
  const from = given.from ?? daysAfter(to, -DEFAULT_DAYS);
  return from > to ? undefined : { from: from < first ? first : from, to, today };
}

/**
 * A point for each day up to today: the last known numbers apply until they change. Days before the first result have
 * none.
 */
export function everyDay(known: readonly TrendPoint[], { from, to, today }: Days): TrendPoint[] {
  const points: TrendPoint[] = [];
  const last = to < today ? to : today;
  let place = 0;
  let current: TrendPoint | undefined;
  for (let day = from; day <= last; day = daysAfter(day, 1)) {
    while (place < known.length && known[place]!.day <= day) current = known[place++];
    if (current && current.reported > 0) points.push({ ...current, day });
  }
  return points;
}
