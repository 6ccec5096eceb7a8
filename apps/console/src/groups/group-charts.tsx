import type { Result } from '@wardstone/client';
import type { GroupRest, MemberValue } from '@wardstone/client/monitoring';
import { type Measure, valueText } from '@wardstone/units';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useFetched, wardstone } from '../api/client';
import { ChartFigure, toMeasure } from '../charts/chart-figure';
import { type ChartTime, type TimeRange, WEEK } from '../charts/chart-time';
import { ChartTimeBar, useChartTime } from '../charts/chart-time-bar';
import { byImportance, bucketCount } from '../charts/metric-data';
import { AlertLink } from '../parts/monitoring/alert-link';
import { EmptyPart, Loaded } from '../parts/states';
import { useQueryString } from '../parts/filters';
import { groupTexts } from '../texts/groups';
import { partTexts } from '../texts/parts';

const texts = groupTexts.one;
const CHARTS = '/rest/metric/charts/group/{groupId}';
const NAMED = 3;

type GroupChart = Result<'get', typeof CHARTS>[number];

/** Range of the members' values, for each metric that they share. */
export function GroupCharts({ group }: { group: GroupRest }): ReactNode {
  const { title, body } = texts.noCharts;
  if (group.category !== 'COMPATIBLE' || group.explicitCount === 0) return <EmptyPart title={title} body={body} />;
  return <Charts id={group.id} />;
}

function Charts({ id }: { id: number }): ReactNode {
  const [search] = useQueryString();
  const [time, zoom] = useChartTime();
  const comparesWeek = search.get('compare') === 'week';
  const parts = bucketCount(time.span === undefined);
  const query = useGroupCharts(id, time, parts);
  const weekBefore = { start: time.start - WEEK, end: time.end - WEEK };
  const before = useGroupCharts(comparesWeek ? id : undefined, weekBefore, parts).data;
  const { title, body } = texts.noValues;
  return (
    <>
      <ChartTimeBar time={time} comparesWeek={comparesWeek} />
      <Loaded query={query} lines={8}>
        {(charts) =>
          charts.length === 0 ? (
            <EmptyPart title={title} body={body} />
          ) : (
            <div className="metric-charts">
              {byImportance(charts).map((chart) => (
                <SpreadChart
                  key={chart.definitionId}
                  group={id}
                  chart={chart}
                  before={
                    comparesWeek ? before?.find(({ definitionId }) => definitionId === chart.definitionId) : undefined
                  }
                  time={time}
                  parts={parts}
                  zoomed={zoom}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function useGroupCharts(id: number | undefined, { start, end }: TimeRange, parts: number) {
  return useFetched<readonly GroupChart[]>([CHARTS, id, start, end, parts], async (signal) => {
    if (id === undefined) return [];
    const query = { startTime: start, endTime: end, dataPoints: parts };
    return wardstone.get(CHARTS, { path: { groupId: id }, query, signal });
  });
}

interface SpreadProps {
  /** Id of the group. */
  group: number;
  chart: GroupChart;
  before: GroupChart | undefined;
  time: ChartTime;
  parts: number;
  zoomed: (range: TimeRange | undefined) => void;
}

function SpreadChart({ group, chart, before, time, parts, zoomed }: SpreadProps): ReactNode {
  const measure = useMemo(() => toMeasure(chart), [chart]);
  const drawn = useMemo(
    () => [
      // Members may have different intervals, so the mean is drawn without gaps.
      { label: partTexts.chart.mean, dataPoints: chart.dataPoints },
      ...(before
        ? [{ label: partTexts.chart.weekBefore, dataPoints: before.dataPoints, shift: WEEK, isDashed: true }]
        : []),
    ],
    [chart, before],
  );
  return (
    <ChartFigure
      title={chart.displayName}
      measure={measure}
      summary={<Extremes chart={chart} measure={measure} />}
      drawn={drawn}
      range={time}
      parts={parts}
      zoomed={zoomed}
      isZoomed={time.span === undefined}
      headingLevel="h2"
      actions={<AlertLink name={chart.displayName} owner={{ kind: 'group', id: group }} metric={chart.definitionId} />}
    />
  );
}

function Extremes({ chart, measure }: { chart: GroupChart; measure: Measure }): ReactNode {
  const { memberCount, measuredCount, highest, lowest } = chart;
  const [top, bottom] = [highest.slice(0, NAMED), lowest.slice(0, Math.min(NAMED, measuredCount - NAMED))];
  return (
    <>
      {texts.measured(measuredCount, memberCount)}
      {top.length > 0 && (
        <>
          {` · ${bottom.length > 0 ? texts.highest : texts.descending}: `}
          <Members members={top} measure={measure} />
        </>
      )}
      {bottom.length > 0 && (
        <>
          {` · ${texts.lowest}: `}
          <Members members={bottom} measure={measure} />
        </>
      )}
    </>
  );
}

function Members({ members, measure }: { members: readonly MemberValue[]; measure: Measure }): ReactNode {
  return members.map(({ resourceId, resourceName, value }, at) => (
    <span key={resourceId}>
      {at > 0 && ', '}
      <Link to={`/inventory/${resourceId}`}>{resourceName}</Link> {valueText(value, measure)}
    </span>
  ));
}
