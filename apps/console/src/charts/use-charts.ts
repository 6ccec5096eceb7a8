import type { UseQueryResult } from '@tanstack/react-query';
import type { Result } from '@wardstone/client';
import { useFetched, wardstone } from '../api/client';
import type { TimeRange } from './chart-time';

const CHARTS = '/rest/metric/charts';
const OF_RESOURCE = '/rest/metric/charts/resource/{resourceId}';

/** Chart data of a schedule. */
export type MetricChart = Result<'get', typeof CHARTS>[number];

/** Maximum number of schedules in one request. */
const LIMIT = 200;

interface TimeWanted {
  range: TimeRange;
  parts: number;
}

interface ChartsWanted extends TimeWanted {
  scheduleIds: readonly number[];
}

/** Chart data by schedule; requests nothing without schedules. */
export function useCharts({
  scheduleIds,
  range,
  parts,
}: ChartsWanted): UseQueryResult<ReadonlyMap<number, MetricChart>> {
  const ids = [...new Set(scheduleIds)];
  return useFetched([CHARTS, ids.join(), range.start, range.end, parts], async (signal) => {
    const lots = Array.from({ length: Math.ceil(ids.length / LIMIT) }, (_lot, at) =>
      ids.slice(at * LIMIT, (at + 1) * LIMIT),
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

interface ResourceChartsWanted extends TimeWanted {
  /** Without it, nothing is requested. */
  resourceId: number | undefined;
  /** Part of the metric's name. */
  metric: string;
  enabledOnly?: boolean;
}

/** Chart data of a resource's metrics, in the order of the plugin. */
export function useChartsOfResource({
  resourceId,
  metric,
  enabledOnly = true,
  range,
  parts,
}: ResourceChartsWanted): UseQueryResult<readonly MetricChart[]> {
  const key = [OF_RESOURCE, resourceId, metric, enabledOnly, range.start, range.end, parts];
  return useFetched(key, async (signal) => {
    const charts: MetricChart[] = [];
    if (resourceId === undefined) return charts;
    const query = { q: metric, enabledOnly, startTime: range.start, endTime: range.end, dataPoints: parts };
    const wanted = { path: { resourceId }, query, size: LIMIT, signal };
    for await (const chart of wardstone.rows(OF_RESOURCE, wanted)) charts.push(chart);
    return charts;
  });
}
