import type { UseQueryResult } from '@tanstack/react-query';
import type { MetricChart } from '@wardstone/dto/monitoring';
import { request, withQuery } from '../api/client';
import { useFetched } from '../api/hooks';
import type { TimeRange } from './chart-time';

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
  return useFetched(['/rest/metric/charts', ids.join(), range.start, range.end, parts], async (signal) => {
    const lots = Array.from({ length: Math.ceil(ids.length / MOST) }, (_lot, at) => ids.slice(at * MOST, (at + 1) * MOST));
    const charts = await Promise.all(
      lots.map((lot) => {
        const query = { sid: lot.join(), startTime: range.start, endTime: range.end, dataPoints: parts };
        return request<MetricChart[]>(withQuery('/rest/metric/charts', query), { signal });
      }),
    );
    return new Map(charts.flat().map((chart) => [chart.scheduleId, chart]));
  });
}
