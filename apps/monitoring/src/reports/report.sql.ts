import type { Bind } from '../authorization/visible.sql';

/** The resource of a row, as all reports name it. */
export interface ReportedResource {
  resource_id: number;
  resource_name: string;
  ancestry: string | null;
}

/** Both bounds are inclusive, in ms since the epoch; undefined for none. */
export interface TimeBounds {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** Conditions for rows whose start and end columns are within bounds. */
export function isWithin(
  { startMs, endMs }: TimeBounds,
  [begin, end]: readonly [begin: string, end: string],
  bind: Bind,
): string[] {
  return [
    ...(startMs === undefined ? [] : [`${begin} >= ${bind(startMs)}::bigint`]),
    ...(endMs === undefined ? [] : [`${end} <= ${bind(endMs)}::bigint`]),
  ];
}

/** Condition for rows after the given one, newest first, and by id for equal times; none without a row. */
export function isAfterRow(
  after: { id: number; timeMs: number } | undefined,
  [time, id]: readonly [time: string, id: string],
  bind: Bind,
): string[] {
  if (!after) return [];
  const timeMs = `${bind(after.timeMs)}::bigint`;
  return [`${time} <= ${timeMs} AND (${time} < ${timeMs} OR ${id} > ${bind(after.id)}::integer)`];
}
