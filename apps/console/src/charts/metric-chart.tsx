import type { BaselineRest, MetricAggregate, MetricSchedule, NumericDataPoint } from '@wardstone/dto/monitoring';
import { UNITS, unitOfSymbol, valueText } from '@wardstone/units';
import type { Measure } from '@wardstone/units';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { request, withQuery } from '../api/client';
import { useApi, useFetched } from '../api/hooks';
import { Loaded } from '../parts/loaded';
import { useNow } from '../parts/time';
import { partTexts } from '../texts/parts';
import { WEEK } from './chart-time';
import { bucketsOf, partsOf, pointsOfBuckets, pointsOfValues, summaryOf, withoutGaps } from './metric-data';
import type { Points } from './metric-data';
import { TimeChart } from './time-chart';
import type { Mark, Series, TimeRange } from './time-chart';

interface MetricChartProps {
  schedule: MetricSchedule;
  /** Of the mean of its members, in place of one resource. */
  groupId?: number;
  /** Stays the same object while it is the same time. */
  range: TimeRange;
  marks?: readonly Mark[];
  /** Horizontal lines, e.g. the threshold of an alert. */
  lines?: readonly { label: string; value: number }[];
  /** Draws the week before below it. */
  comparesWeek?: boolean;
  zoomed?: (range: TimeRange | undefined) => void;
  isZoomed?: boolean;
  headingLevel?: 'h2' | 'h3';
  height?: number;
}

const NO_MARKS: readonly Mark[] = [];
const NO_LINES: NonNullable<MetricChartProps['lines']> = [];
const BASELINE_MS = 300_000;
const GROUP_BUCKETS = 60;

/** One metric of a resource over a time, read when the chart comes into view. */
export function MetricChart(props: MetricChartProps): ReactNode {
  const { schedule, groupId, range, marks = NO_MARKS, lines = NO_LINES, comparesWeek = false, height = 200 } = props;
  const { headingLevel: Heading = 'h3', zoomed, isZoomed = false } = props;
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const now = useNow();
  const { scheduleId, displayName, unit } = schedule;
  const measure = useMemo(() => measureOf(unit), [unit]);
  const query = useFetched(
    ['metric', groupId, scheduleId, range.start, range.end, comparesWeek, isSeen],
    async (signal) => (isSeen ? readPoints(schedule, range, { groupId, comparesWeek, now, signal }) : null),
  );
  const baseline = useApi<BaselineRest>(
    isSeen && groupId === undefined ? `/rest/metric/data/${scheduleId}/baseline` : undefined, {
    staleTime: BASELINE_MS,
  }).data;
  const band = useMemo(() => bandOf(baseline), [baseline]);
  const series = useMemo(() => seriesOf(displayName, query.data, lines), [displayName, query.data, lines]);
  const summary = query.data && summaryOf(query.data.points);
  const text = (value: number): string => valueText(value, measure);
  return (
    <section ref={place} className="metric-chart" aria-label={displayName}>
      <Heading className="metric-name">{displayName}</Heading>
      <p className="metric-summary">
        {summary
          ? partTexts.chart.summary(text(summary.last), text(summary.low), text(summary.mean), text(summary.high))
          : '\u00a0'}
      </p>
      <div className="metric-place" style={{ minHeight: height }}>
        <Loaded query={query} lines={4}>
          {(data) =>
            data && (
              <TimeChart
                label={displayName}
                times={data.points.times}
                series={series}
                measure={measure}
                band={band}
                marks={marks}
                range={range}
                isZoomed={isZoomed}
                height={height}
                {...(zoomed ? { zoomed } : {})}
              />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

interface ChartData {
  points: Points;
  /** At the same times. */
  before?: readonly (number | null)[];
}

interface ReadOptions {
  groupId: number | undefined;
  comparesWeek: boolean;
  now: number;
  signal: AbortSignal;
}

async function readPoints(
  { scheduleId, definitionId, collectionInterval }: MetricSchedule,
  range: TimeRange,
  { groupId, comparesWeek, now, signal }: ReadOptions,
): Promise<ChartData> {
  const path = groupId === undefined ? `/rest/metric/data/${scheduleId}` : `/rest/metric/data/group/${groupId}/${definitionId}`;
  const readBuckets = async (time: TimeRange, dataPoints: number): Promise<Points> => {
    const address = withQuery(path, { startTime: time.start, endTime: time.end, dataPoints });
    return pointsOfBuckets(await request<MetricAggregate>(address, { signal }), time);
  };
  // Two weeks have the same times only when they are split into the same parts.
  if (comparesWeek) {
    const count = bucketsOf(range, collectionInterval);
    const past = { start: range.start - WEEK, end: range.end - WEEK };
    const [points, before] = await Promise.all([readBuckets(range, count), readBuckets(past, count)]);
    if (points.times.length > 0) return { points, before: before.values };
    return { points: { times: before.times.map((time) => time + WEEK), values: before.times.map(() => null) }, before: before.values };
  }
  // Nobody knows how often all members measure: what they did is drawn without gaps.
  if (groupId !== undefined) return { points: withoutGaps(await readBuckets(range, GROUP_BUCKETS)) };
  const parts = partsOf(range, collectionInterval, now);
  if (parts !== 'values') return { points: await readBuckets(range, parts) };
  const address = withQuery(`${path}/raw`, { startTime: range.start, endTime: range.end });
  return { points: pointsOfValues(await request<NumericDataPoint[]>(address, { signal }), collectionInterval) };
}

function seriesOf(
  label: string,
  data: ChartData | null | undefined,
  lines: NonNullable<MetricChartProps['lines']>,
): readonly Series[] {
  if (!data) return [];
  const { points, before } = data;
  return [
    { label, values: points.values },
    ...(before
      ? [{ label: partTexts.chart.weekBefore, values: points.times.map((_time, at) => before[at] ?? null), isDashed: true }]
      : []),
    ...lines.map((line) => ({ label: line.label, values: points.times.map(() => line.value), isDashed: true })),
  ];
}

/** Schedules of resources have the symbol of their unit, metrics of groups its constant. */
function measureOf(unit: string): Measure {
  return { unit: UNITS.find((constant) => constant === unit) ?? unitOfSymbol(unit) };
}

function bandOf(baseline: BaselineRest | undefined): { low: number; high: number } | undefined {
  if (!baseline || baseline.min === 'NaN' || baseline.max === 'NaN') return undefined;
  return { low: baseline.min, high: baseline.max };
}

/** Whether something came into view, a little ahead of it; stays true. */
function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
