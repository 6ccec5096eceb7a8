import type { UseQueryResult } from '@tanstack/react-query';
import type { Result } from '@wardstone/client';
import { useFetched, wardstone } from '../api/client';
import type { TimeRange } from './chart-time';

const CHARTS = '/rest/metric/charts';

/** What is drawn of a schedule. */
export type MetricChart = Result<'get', typeof CHARTS>[number];

/** So many schedules are read by one request. */
const MOST = 200;

export interface ChartsWanted {
  scheduleIds: readonly number[];
  range: TimeRange;
  parts: number;
}

/** What the charts of several schedules show, by schedule; nothing is read without schedules. */
export function useCharts({
  scheduleIds,
  range,
  parts,
}: ChartsWanted): UseQueryResult<ReadonlyMap<number, MetricChart>> {
  const ids = [...new Set(scheduleIds)];
  return useFetched([CHARTS, ids.join(), range.start, range.end, parts], async (signal) => {
    const lots = Array.from({ length: Math.ceil(ids.length / MOST) }, (_lot, at) =>
      ids.slice(at * MOST, (at + 1) * MOST),
    );
    const charts = await Promise.all(
      lots.map((lot) => {
        const query = { sid: lot.join(), startTime: range.start, endTime: range.end, dataPoints: parts };
        return wardstone.get(CHARTS, { query, signal });
      }),
    );
    return new Map(charts.flat().map((chart) => [chart.scheduleId, chart]));
  });
}
