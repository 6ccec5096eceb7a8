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
import {
  alignedPoints,
  bucketsOf,
  partsOf,
  pointsOfBuckets,
  pointsOfValues,
  shifted,
  summaryOf,
  withoutGaps,
} from './metric-data';
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
  /** Draws the week before with it. */
  comparesWeek?: boolean;
  /** Draws the same metric of another resource with it; stays the same object while it is the same. */
  compared?: ComparedResource | undefined;
  zoomed?: (range: TimeRange | undefined) => void;
  isZoomed?: boolean;
  headingLevel?: 'h2' | 'h3';
  height?: number;
}

/** Another resource whose chart is drawn in that of the first. */
export interface ComparedResource {
  /** Of the same metric. */
  schedule: MetricSchedule;
  name: string;
  /** Of the first resource. */
  ownName: string;
}

const NO_MARKS: readonly Mark[] = [];
const NO_LINES: NonNullable<MetricChartProps['lines']> = [];
const BASELINE_MS = 300_000;
const GROUP_BUCKETS = 60;

/** One metric of a resource over a time, read when the chart comes into view. */
export function MetricChart(props: MetricChartProps): ReactNode {
  const { schedule, groupId, range, marks = NO_MARKS, lines = NO_LINES, height = 200 } = props;
  const { comparesWeek = false, compared } = props;
  const { headingLevel: Heading = 'h3', zoomed, isZoomed = false } = props;
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const now = useNow();
  const { scheduleId, displayName, unit } = schedule;
  const measure = useMemo(() => measureOf(unit), [unit]);
  const query = useFetched(
    ['metric', groupId, scheduleId, range.start, range.end, comparesWeek, compared?.schedule.scheduleId, isZoomed, isSeen],
    async (signal) =>
      isSeen ? readPoints(schedule, range, { groupId, comparesWeek, compared, isZoomed, now, signal }) : null,
  );
  const hasBaseline = isSeen && groupId === undefined;
  const baseline = useApi<BaselineRest>(hasBaseline ? `${dataPath(scheduleId)}/baseline` : undefined, {
    staleTime: BASELINE_MS,
  }).data;
  const band = useMemo(() => bandOf(baseline), [baseline]);
  const ownName = compared?.ownName ?? displayName;
  const series = useMemo(() => seriesOf(ownName, query.data, lines), [ownName, query.data, lines]);
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
  others?: readonly Series[];
}

interface ReadOptions {
  groupId: number | undefined;
  comparesWeek: boolean;
  compared: ComparedResource | undefined;
  isZoomed: boolean;
  now: number;
  signal: AbortSignal;
}

/** What is drawn beside the points of a chart. */
interface Other extends Pick<Series, 'label' | 'isDashed'> {
  path: string;
  interval: number;
  /** How much earlier it was, in ms. */
  shift: number;
}

const dataPath = (scheduleId: number): string => `/rest/metric/data/${scheduleId}`;

async function readPoints(schedule: MetricSchedule, range: TimeRange, options: ReadOptions): Promise<ChartData> {
  const { scheduleId, definitionId, collectionInterval: interval } = schedule;
  const { groupId, comparesWeek, compared, isZoomed, now, signal } = options;
  const path = groupId === undefined ? dataPath(scheduleId) : `/rest/metric/data/group/${groupId}/${definitionId}`;
  const others: Other[] = [
    ...(comparesWeek ? [{ label: partTexts.chart.weekBefore, path, interval, shift: WEEK, isDashed: true }] : []),
    ...(compared
      ? [
          {
            label: compared.name,
            path: dataPath(compared.schedule.scheduleId),
            interval: compared.schedule.collectionInterval,
            shift: 0,
          },
        ]
      : []),
  ];
  if (others.length > 0) return readTogether({ label: '', path, interval, shift: 0 }, others, range, signal);
  // How often all members measure is not known: what they did is drawn without gaps.
  if (groupId !== undefined) return { points: withoutGaps(await readBuckets(path, range, GROUP_BUCKETS, signal)) };
  const parts = partsOf(range, { interval, now, isZoomed });
  if (parts !== 'values') return { points: await readBuckets(path, range, parts, signal) };
  const address = withQuery(`${path}/raw`, { startTime: range.start, endTime: range.end });
  return { points: pointsOfValues(await request<NumericDataPoint[]>(address, { signal }), interval) };
}

async function readBuckets(path: string, time: TimeRange, dataPoints: number, signal: AbortSignal): Promise<Points> {
  const address = withQuery(path, { startTime: time.start, endTime: time.end, dataPoints });
  return pointsOfBuckets(await request<MetricAggregate>(address, { signal }), time);
}

/** All of it split into the same parts, without which the times would differ. */
async function readTogether(
  own: Other,
  others: readonly Other[],
  range: TimeRange,
  signal: AbortSignal,
): Promise<ChartData> {
  const count = Math.min(...[own, ...others].map(({ interval }) => bucketsOf(range, interval)));
  const [points, ...rest] = await Promise.all(
    [own, ...others].map(async ({ path, shift }) => {
      const time = { start: range.start - shift, end: range.end - shift };
      return shifted(await readBuckets(path, time, count, signal), shift);
    }),
  );
  const { times, values } = alignedPoints([points!, ...rest]);
  return {
    points: { times, values: values[0]! },
    others: others.map(({ label, isDashed = false }, at) => ({ label, isDashed, values: values[at + 1]! })),
  };
}

function seriesOf(
  label: string,
  data: ChartData | null | undefined,
  lines: NonNullable<MetricChartProps['lines']>,
): readonly Series[] {
  if (!data) return [];
  const { points, others = [] } = data;
  return [
    { label, values: points.values },
    ...others,
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
