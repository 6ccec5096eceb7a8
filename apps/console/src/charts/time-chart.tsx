import 'uplot/dist/uPlot.min.css';
import { Button } from '@patternfly/react-core';
import { type Measure, valueText } from '@wardstone/units';
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { axisTimeText, shortTimeText } from '../parts/time-text';
import { timeZone, useIsDark, usePreference } from '../api/preferences';
import { partTexts } from '../texts/parts';
import { axisTexts, axisTicks } from './chart-axis';
import type { Values } from './metric-data';
import type { TimeRange } from './chart-time';

/** Colours of a chart in the current theme. */
interface ChartColours {
  ink: string;
  grid: string;
  band: string;
  spread: string;
  mark: string;
  series: readonly string[];
  status: Readonly<Record<StatusColour, string>>;
}

/** Colour of a line that represents a state; equal to that of bars and labels. */
export type StatusColour = 'success' | 'danger' | 'warning' | 'info' | 'neutral';

/** From the middle of the palette, with contrast on light and dark. */
const SERIES = ['blue', 'orange', 'green', 'purple', 'teal', 'yellow', 'red', 'gray'];

/** Reads the theme's tokens, because a canvas does not support CSS variables. */
function chartColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const token = (name: string, otherwise: string): string =>
    style.getPropertyValue(`--pf-t--${name}`).trim() || otherwise;
  return {
    ink: token('global--text--color--subtle', 'gray'),
    grid: token('global--border--color--default', 'lightgray'),
    band: 'rgba(128, 128, 128, 0.18)',
    spread: 'rgba(0, 102, 204, 0.2)',
    mark: token('global--color--status--danger--default', 'crimson'),
    status: {
      success: token('global--color--status--success--default', 'green'),
      danger: token('global--color--status--danger--default', 'crimson'),
      warning: token('global--color--status--warning--default', 'orange'),
      info: token('global--color--status--info--default', 'purple'),
      neutral: token('global--icon--color--disabled', 'gray'),
    },
    series: SERIES.map((name) => token(`color--${name}--40`, 'steelblue')),
  };
}

interface Series {
  label: string;
  /** One value for each time. */
  values: Values;
  isDashed?: boolean;
  /** By default chosen by its position in the chart. */
  colour?: StatusColour | undefined;
  /** Drawn in the colour of danger, e.g. the threshold of an alert. */
  isLimit?: boolean;
}

export interface Mark {
  /** In ms since the epoch. */
  at: number;
  label: string;
}

interface TimeChartProps {
  /** Description of the chart for screen readers. */
  label: string;
  /** In ms since the epoch, ascending. */
  times: readonly number[];
  series: readonly Series[];
  /** Unit of all values. */
  measure: Measure;
  /** Lowest and highest value at each time. */
  spread?: { low: Values; high: Values } | undefined;
  /** Usual range of the values: the baseline. */
  band?: { low: number; high: number } | undefined;
  /** Times of events, e.g. alerts. */
  marks?: readonly Mark[];
  /** Range of the time axis; by default that of the data. */
  range?: TimeRange | undefined;
  /** Called with the range selected by dragging, or with undefined when the zoom is reset. */
  zoomed?: (range: TimeRange | undefined) => void;
  isZoomed?: boolean;
  height?: number;
}

/** Chart over time: dragging zooms, pointing shows values. */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { label, times, series, zoomed, isZoomed = false, height = 260 } = props;
  const place = useRef<HTMLDivElement>(null);
  const zone = usePreference(timeZone);
  const isDark = useIsDark();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = place.current!;
    const options = toOptions(() => latest.current, { element, zone, height });
    const chart = new uPlot(options, getData(latest.current), element);
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
    // Recreated when its data changes; handlers are read when called.
  }, [times, series, props.spread, props.band, props.marks, props.range, props.measure, zone, isDark, height]);
  const described = partTexts.chart.describe(series.map((each) => each.label).join(', '), times.length);
  return (
    <figure className="time-chart" aria-label={label}>
      <div ref={place} role="img" aria-label={times.length === 0 ? partTexts.chart.noData : described} />
      {times.length === 0 && <p className="no-data">{partTexts.chart.noData}</p>}
      {isZoomed && zoomed && (
        <Button variant="link" size="sm" onClick={() => zoomed(undefined)}>
          {partTexts.chart.reset}
        </Button>
      )}
    </figure>
  );
}

function getData({ times, series, spread }: TimeChartProps): uPlot.AlignedData {
  const all = [...series.map(({ values }) => values), ...(spread ? [spread.high, spread.low] : [])];
  return [times.map((time) => time / 1000), ...all.map((values) => [...values])];
}

interface Surroundings {
  element: HTMLElement;
  zone: 'local' | 'utc';
  height: number;
}

function toOptions(props: () => TimeChartProps, { element, zone, height }: Surroundings): uPlot.Options {
  const { series, measure, range, zoomed, spread } = props();
  const colours = chartColours(element);
  const axis: uPlot.Axis = {
    stroke: colours.ink,
    grid: { stroke: colours.grid, width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  const value = (_chart: uPlot, number: number | null | undefined): string =>
    number === null || number === undefined ? '' : valueText(number, measure);
  const edge = { stroke: 'transparent', width: 0, points: { show: false }, value };
  const { highest, lowest, moment } = partTexts.chart;
  return {
    width: element.clientWidth,
    height,
    ...(zone === 'utc' ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'UTC') } : {}),
    scales: { x: range ? { range: () => [range.start / 1000, range.end / 1000] } : {} },
    cursor: { drag: { x: zoomed !== undefined, y: false, setScale: false } },
    axes: [
      { ...axis, ...timeAxis(zone) },
      { ...axis, ...valueAxis(measure, height) },
    ],
    series: [
      { label: moment, value: (_chart, seconds: number | null) => momentText(seconds, zone) },
      ...series.map(({ label, isDashed, colour, isLimit }, at): uPlot.Series => ({
        label,
        stroke: isLimit ? colours.mark : colour ? colours.status[colour] : colours.series[at % colours.series.length]!,
        width: 1.5,
        ...(isDashed ? { dash: [6, 4] } : {}),
        ...(isLimit ? { points: { show: false } } : {}),
        value,
      })),
      ...(spread
        ? [
            { ...edge, label: highest },
            { ...edge, label: lowest },
          ]
        : []),
    ],
    ...(spread ? { bands: [{ series: [series.length + 1, series.length + 2], fill: colours.spread }] } : {}),
    hooks: {
      drawAxes: [(chart) => drawBand(chart, props(), colours)],
      draw: [(chart) => drawMarks(chart, props(), colours)],
      setSelect: [(chart) => select(chart, props().zoomed)],
    },
  };
}

/** Width of a label of the time axis, in pixels. */
const MOMENT_PX = 70;

function timeAxis(zone: Surroundings['zone']): uPlot.Axis {
  return {
    space: MOMENT_PX,
    values: (_chart, splits, _axis, _space, step) =>
      splits.map((split) => axisTimeText(split * 1000, zone, step * 1000)),
  };
}

function momentText(seconds: number | null, zone: Surroundings['zone']): string {
  return seconds === null ? '' : shortTimeText(seconds * 1000, zone, Date.now());
}

/** Height of a label and width of a character of the value axis, in pixels. */
const SPLIT_PX = 45;
const LETTER_PX = 7.5;

function valueAxis(measure: Measure, height: number): uPlot.Axis {
  return {
    splits: (_chart, _axis, low, high) => axisTicks(low, high, measure, Math.max(2, Math.floor(height / SPLIT_PX))),
    values: ({ scales }, splits) =>
      axisTexts(splits, measure, Math.max(Math.abs(scales['y']?.min ?? 0), Math.abs(scales['y']?.max ?? 0))),
    size: (_chart, texts: string[] | null) => 16 + LETTER_PX * Math.max(3, ...(texts ?? []).map((text) => text.length)),
  };
}

function select(chart: uPlot, zoomed: TimeChartProps['zoomed']): void {
  const { left, width } = chart.select;
  if (!zoomed || width < 4) return;
  const at = (position: number): number => Math.round(chart.posToVal(position, 'x') * 1000);
  zoomed({ start: at(left), end: at(left + width) });
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

function drawBand(chart: uPlot, { band }: TimeChartProps, { band: colour }: ChartColours): void {
  if (!band) return;
  const { ctx, bbox } = chart;
  const within = (value: number): number =>
    Math.min(bbox.top + bbox.height, Math.max(bbox.top, chart.valToPos(value, 'y', true)));
  const [top, bottom] = [within(band.high), within(band.low)];
  ctx.save();
  ctx.fillStyle = colour;
  ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
  ctx.restore();
}

const FEW_MARKS = 10;

function drawMarks(chart: uPlot, { marks = [] }: TimeChartProps, { mark: colour }: ChartColours): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = 1;
  // Resets the dashes of the previous series.
  ctx.setLineDash([]);
  for (const { at } of marks) {
    const x = Math.round(chart.valToPos(at / 1000, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    // Keeps the series below many marks visible.
    ctx.globalAlpha = marks.length > FEW_MARKS ? 0.2 : 1;
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.beginPath();
    ctx.arc(x, bbox.top + 4, 4, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}
