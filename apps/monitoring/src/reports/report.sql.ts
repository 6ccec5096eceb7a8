import type { Bind } from '../authorization/visible.sql';

/** The resource of a row, as every report names it. */
export interface ReportedResource {
  resource_id: number;
  resource_name: string;
  ancestry: string | null;
}

/** Both bounds are inclusive, in ms since the epoch; undefined is none. */
export interface TimeBounds {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** The conditions for rows whose times, in the columns of beginning and end, are within bounds. */
export function within(
  { startMs, endMs }: TimeBounds,
  [begin, end]: readonly [begin: string, end: string],
  bind: Bind,
): string[] {
  return [
    ...(startMs === undefined ? [] : [`${begin} >= ${bind(startMs)}::bigint`]),
    ...(endMs === undefined ? [] : [`${end} <= ${bind(endMs)}::bigint`]),
  ];
}

/** The condition for the rows behind one, the newest first, of equal times by id; none without that row. */
export function behind(
  after: { id: number; timeMs: number } | undefined,
  [time, id]: readonly [time: string, id: string],
  bind: Bind,
): string[] {
  if (!after) return [];
  const timeMs = `${bind(after.timeMs)}::bigint`;
  return [`${time} <= ${timeMs} AND (${time} < ${timeMs} OR ${id} > ${bind(after.id)}::integer)`];
}
