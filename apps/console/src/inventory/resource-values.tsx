import { Label } from '@patternfly/react-core';
import type { CurrentMetric, PartsOfType, ResourceOverview } from '@wardstone/client/monitoring';
import { boundText } from '@wardstone/units';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { Part } from '../parts/page';
import { toMeasure } from '../charts/chart-figure';
import { readChartTime, SPANS, type TimeRange } from '../charts/chart-time';
import { Sparkline } from '../charts/sparkline';
import { type MetricChart, useCharts } from '../charts/use-charts';
import { AvailabilityLabel, Time, useNow } from '../parts/values';
import { type Column, column, DataTable } from '../parts/list';
import { inventoryTexts } from '../texts/inventory';
import { type HostTile, hostTiles, isInFirstRow, formatValue } from './domain/host-row';
import { metLimit } from './domain/over-limit';
import { isSilent, staleSince } from './domain/stale';

const texts = inventoryTexts.now;
const SPAN = '8h';
const PARTS = 96;

interface Charts {
  charts: ReadonlyMap<number, MetricChart>;
  range: TimeRange;
  now: number;
  /** Whether no new values arrive, so that the last one may be outdated. */
  isSilent: boolean;
  /**
   * Ids of definitions with an open alert. A value beyond a limit need not fire, because of other conditions or
   * dampening.
   */
  firing: ReadonlySet<number>;
}

/** Current values of the resource and its children, with sparklines and limits, by one request. */
export function ResourceValues({ overview }: { overview: ResourceOverview }): ReactNode {
  const { resourceId, metrics, parts } = overview;
  const now = useNow();
  const { start, end } = readChartTime(new URLSearchParams({ span: SPAN }), now);
  const range = useMemo(() => ({ start, end }), [start, end]);
  const scheduleIds = [
    ...metrics.map(({ scheduleId }) => scheduleId),
    ...parts.flatMap(({ worst }) => worst.flatMap((part) => part.metrics.map(({ scheduleId }) => scheduleId))),
  ];
  const byId = useCharts({ scheduleIds, range, parts: PARTS }).data ?? new Map<number, MetricChart>();
  const firing = new Set(overview.openAlerts.map(({ definitionId }) => definitionId));
  const charts: Charts = { charts: byId, range, now, isSilent: isSilent(overview), firing };
  const responses = hostTiles(overview);
  const isHost = responses.some(({ part }) => !part);
  const shown = new Set(responses.map((response) => toFigure(response)?.scheduleId));
  const rest = isHost
    ? metrics.filter((metric) => !isInFirstRow(metric) || (isOver(metric, charts) && !shown.has(metric.scheduleId)))
    : metrics;
  // A tile for each would say the same.
  const isUnmeasured = metrics.length > 0 && metrics.every(({ time }) => time === 0);
  return (
    <>
      {(isHost || metrics.length > 0) && (
        <Part title={charts.isSilent ? texts.staleTitle : texts.title(SPANS[SPAN] / SPANS['1h'])}>
          {isHost && (
            <ul className="values-now host-row">
              {responses.map((response) => (
                <FirstRowTile key={response.title} answer={response} resourceId={resourceId} {...charts} />
              ))}
            </ul>
          )}
          {isUnmeasured && <p>{texts.notMeasured}.</p>}
          {rest.length > 0 && !isUnmeasured && (
            <ul className="values-now" {...(isHost ? { 'aria-label': texts.more } : {})}>
              {rest.map((metric) => (
                <ValueTile key={metric.scheduleId} metric={metric} resourceId={resourceId} {...charts} />
              ))}
            </ul>
          )}
        </Part>
      )}
      {parts.map((type) => (
        <section key={type.typeId} aria-label={type.typeName}>
          <h2>{type.typeName}</h2>
          <PartsTable type={type} charts={charts} />
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

/** The metric that the tile shows; undefined if it is computed from several. */
function toFigure({ metrics: [first], figure }: HostTile): CurrentMetric | undefined {
  return first && formatValue(first) === figure ? first : undefined;
}

/** Whether a value meets a limit whose alert is open. */
function isOver({ scheduleId, value }: CurrentMetric, { charts, firing }: Pick<Charts, 'charts' | 'firing'>): boolean {
  const limits = charts.get(scheduleId)?.limits ?? [];
  return (
    metLimit(
      value,
      limits.filter(({ definitionId }) => firing.has(definitionId)),
    ) !== undefined
  );
}

/** One tile of the first row. */
function FirstRowTile({
  answer: response,
  resourceId,
  ...charts
}: Charts & { answer: HostTile; resourceId: number }): ReactNode {
  const { title, figure, notes, metrics, part } = response;
  const [first] = metrics;
  const chart = first && charts.charts.get(first.scheduleId);
  const since = staleSince(metrics, charts);
  const metric = encodeURIComponent(first?.displayName ?? '');
  const own = toFigure(response);
  const isMarked = since === undefined && own !== undefined && isOver(own, charts);
  return (
    <li className={`value-tile ${since === undefined ? '' : 'value-stale'}`}>
      <Link to={`/inventory/${part?.id ?? resourceId}/charts?metric=${metric}`}>{title}</Link>
      <span className="value-figure">{isMarked ? <OverLimit>{figure}</OverLimit> : figure}</span>
      <span className="metric-summary">
        {part && <Link to={`/inventory/${part.id}`}>{part.name}</Link>}
        {part && notes.length > 0 && ' · '}
        {notes.join(' · ')}
      </span>
      <Sparkline chart={chart} range={charts.range} />
      {since !== undefined && <MeasuredAt at={since} />}
    </li>
  );
}

function MeasuredAt({ at }: { at: number }): ReactNode {
  return (
    <span className="metric-summary">
      {texts.asOf} <Time at={at} />
    </span>
  );
}

interface ValueTileProps extends Charts {
  metric: CurrentMetric;
  resourceId: number;
}

function ValueTile({ metric, resourceId, ...charts }: ValueTileProps): ReactNode {
  const { displayName, scheduleId } = metric;
  const chart = charts.charts.get(scheduleId);
  const since = staleSince([metric], charts);
  return (
    <li className={`value-tile ${since === undefined ? '' : 'value-stale'}`}>
      <Link to={`/inventory/${resourceId}/charts?metric=${encodeURIComponent(displayName)}`}>{displayName}</Link>
      <span className="value-figure">
        <Value metric={metric} charts={charts} isStale={since !== undefined} />
      </span>
      <Sparkline chart={chart} range={charts.range} />
      <Notes metric={metric} chart={chart} />
      {since !== undefined && <MeasuredAt at={since} />}
    </li>
  );
}

function OverLimit({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className="value-over">
      {children}{' '}
      <Label isCompact status="danger">
        {texts.overLimit}
      </Label>
    </span>
  );
}

interface ValueProps {
  metric: CurrentMetric;
  charts: Charts;
  isStale: boolean;
}

/** The newest value, highlighted if it exceeds an alert's limit. */
function Value({ metric, charts, isStale }: ValueProps): ReactNode {
  const text = formatValue(metric);
  return !isStale && isOver(metric, charts) ? <OverLimit>{text}</OverLimit> : text;
}

/** Limits of alert definitions, or a note that there is no value. */
function Notes({ metric, chart }: { metric: CurrentMetric; chart: MetricChart | undefined }): ReactNode {
  const measure = toMeasure(metric);
  const bounds = (chart?.limits ?? []).flatMap(({ value, comparator }) =>
    value === 'NaN' ? [] : [`${comparator} ${boundText(value, measure)}`],
  );
  return (
    <span className="metric-summary">
      {bounds.length > 0 && texts.limit([...new Set(bounds)].join(', '))}
      {bounds.length > 0 && metric.time === 0 && ' · '}
      {metric.time === 0 && texts.notMeasured}
    </span>
  );
}

type Part = PartsOfType['worst'][number];

function PartsTable({ type, charts }: { type: PartsOfType; charts: Charts }): ReactNode {
  // Resources of one type have the same metrics, except disabled schedules.
  const measured = new Map(
    type.worst.flatMap(({ metrics }) => metrics.map(({ definitionId, displayName }) => [definitionId, displayName])),
  );
  const toMetric = ({ metrics }: Part, id: number): CurrentMetric | undefined =>
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
        const metric = toMetric(part, id);
        if (!metric) return '–';
        const chart = charts.charts.get(metric.scheduleId);
        const since = staleSince([metric], charts);
        return (
          <span className={`value-in-row ${since === undefined ? '' : 'value-stale'}`}>
            <Sparkline chart={chart} range={charts.range} />
            <Value metric={metric} charts={charts} isStale={since !== undefined} />
            {since !== undefined && <MeasuredAt at={since} />}
          </span>
        );
      }),
    ),
  ];
  return (
    <DataTable
      label={type.typeName}
      rows={type.worst}
      toKey={({ resourceId }) => String(resourceId)}
      columns={columns}
    />
  );
}
