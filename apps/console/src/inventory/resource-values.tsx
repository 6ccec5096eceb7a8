import { Label } from '@patternfly/react-core';
import type { CurrentMetric, PartsOfType, ResourceOverview } from '@wardstone/client/monitoring';
import { boundText, valueText } from '@wardstone/units';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { Part } from '../parts/page';
import { measureOf } from '../charts/chart-figure';
import { chartTimeOf, SPANS, type TimeRange } from '../charts/chart-time';
import { Sparkline } from '../charts/sparkline';
import { type MetricChart, useCharts } from '../charts/use-charts';
import { Ago, AvailabilityLabel, useNow } from '../parts/values';
import { type Column, column, DataTable } from '../parts/list';
import { inventoryTexts } from '../texts/inventory';
import { metLimit } from './domain/over-limit';

const texts = inventoryTexts.now;
const SPAN = '8h';
const PARTS = 96;
/** A value is old when so many that should have followed did not come. */
const MISSED = 3;

interface Charts {
  charts: ReadonlyMap<number, MetricChart>;
  range: TimeRange;
  now: number;
}

/** What is measured now, of the resource and of its parts, with the last hours and the limits: all by one request. */
export function ResourceValues({ overview }: { overview: ResourceOverview }): ReactNode {
  const { resourceId, metrics, parts } = overview;
  const now = useNow();
  const { start, end } = chartTimeOf(new URLSearchParams({ span: SPAN }), now);
  const range = useMemo(() => ({ start, end }), [start, end]);
  const scheduleIds = [
    ...metrics.map(({ scheduleId }) => scheduleId),
    ...parts.flatMap(({ worst }) => worst.flatMap((part) => part.metrics.map(({ scheduleId }) => scheduleId))),
  ];
  const charts = useCharts({ scheduleIds, range, parts: PARTS }).data ?? new Map<number, MetricChart>();
  return (
    <>
      {metrics.length > 0 && (
        <Part title={texts.title(SPANS[SPAN] / SPANS['1h'])}>
          <ul className="values-now">
            {metrics.map((metric) => (
              <ValueTile key={metric.scheduleId} metric={metric} resourceId={resourceId} {...{ charts, range, now }} />
            ))}
          </ul>
        </Part>
      )}
      {parts.map((type) => (
        <section key={type.typeId} aria-label={type.typeName}>
          <h2>{type.typeName}</h2>
          <PartsTable type={type} charts={{ charts, range, now }} />
          {type.count > type.worst.length && (
            <p className="metric-summary">
              {texts.worstOf(type.worst.length, type.count)}{' '}
              <Link to={`/inventory/${resourceId}/parts`}>{texts.allParts}</Link>
            </p>
          )}
        </section>
      ))}
    </>
  );
}

interface ValueTileProps extends Charts {
  metric: CurrentMetric;
  resourceId: number;
}

function ValueTile({ metric, resourceId, charts, range, now }: ValueTileProps): ReactNode {
  const { displayName, scheduleId } = metric;
  const chart = charts.get(scheduleId);
  return (
    <li className="value-tile">
      <Link to={`/inventory/${resourceId}/charts?metric=${encodeURIComponent(displayName)}`}>{displayName}</Link>
      <span className="value-figure">
        <Value metric={metric} chart={chart} />
      </span>
      <Sparkline chart={chart} range={range} />
      <span className="metric-summary">
        <Notes metric={metric} chart={chart} now={now} />
      </span>
    </li>
  );
}

/** The newest value, marked when it meets a limit. */
function Value({ metric, chart }: { metric: CurrentMetric; chart: MetricChart | undefined }): ReactNode {
  const { value } = metric;
  const text = value === 'NaN' ? '–' : valueText(value, measureOf(metric));
  const met = metLimit(value, chart?.limits ?? []);
  if (!met) return text;
  return (
    <span className="value-over">
      {text}{' '}
      <Label isCompact status="danger">
        {texts.overLimit}
      </Label>
    </span>
  );
}

/** The limits, and the age of a value that should have been followed by others. */
function Notes({
  metric,
  chart,
  now,
}: {
  metric: CurrentMetric;
  chart: MetricChart | undefined;
  now: number;
}): ReactNode {
  const measure = measureOf(metric);
  const bounds = (chart?.limits ?? []).flatMap(({ value, comparator }) =>
    value === 'NaN' ? [] : [`${comparator} ${boundText(value, measure)}`],
  );
  const isOld = metric.time > 0 && now - metric.time > MISSED * metric.collectionInterval;
  return (
    <>
      {bounds.length > 0 && texts.limit([...new Set(bounds)].join(', '))}
      {bounds.length > 0 && (isOld || metric.time === 0) && ' · '}
      {isOld && <Ago at={metric.time} />}
      {metric.time === 0 && texts.notMeasured}
    </>
  );
}

type Part = PartsOfType['worst'][number];

function PartsTable({ type, charts: { charts, range } }: { type: PartsOfType; charts: Charts }): ReactNode {
  // Those of one type measure the same, but for what is switched off on some.
  const measured = new Map(
    type.worst.flatMap(({ metrics }) => metrics.map(({ definitionId, displayName }) => [definitionId, displayName])),
  );
  const metricOf = ({ metrics }: Part, id: number): CurrentMetric | undefined =>
    metrics.find(({ definitionId }) => definitionId === id);
  const columns: readonly Column<Part>[] = [
    column('name', inventoryTexts.name, ({ resourceId, resourceName }) => (
      <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
    )),
    column('availability', inventoryTexts.availability, ({ availability }) => (
      <AvailabilityLabel value={availability} />
    )),
    column('alerts', texts.openAlertsTitle, 'number', ({ openAlerts }) => openAlerts),
    ...[...measured].map(([id, title]): Column<Part> =>
      column(String(id), title, 'number', (part) => {
        const metric = metricOf(part, id);
        if (!metric) return '–';
        const chart = charts.get(metric.scheduleId);
        return (
          <span className="value-in-row">
            <Sparkline chart={chart} range={range} />
            <Value metric={metric} chart={chart} />
          </span>
        );
      }),
    ),
  ];
  return (
    <DataTable
      label={type.typeName}
      rows={type.worst}
      keyOf={({ resourceId }) => String(resourceId)}
      columns={columns}
    />
  );
}
