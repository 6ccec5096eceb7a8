import { type Markup, markup } from '@wardstone/markup';
import { axisUnit, type Measure } from '@wardstone/units';
import { timeTicks, valueAxis } from './axis';

/** A part of the window with values; parts without are left out. Oldest first. */
export interface ChartPoint {
  readonly timeStamp: number;
  readonly value: number;
  readonly high: number;
  readonly low: number;
}

export interface ChartInput {
  readonly points: readonly ChartPoint[];
  /** Length of a part, in ms: points further apart have a gap between them. */
  readonly step: number;
  /** First and last time shown. */
  readonly start: number;
  readonly end: number;
  /** What is shown. */
  readonly title: string;
  readonly measure: Measure;
  readonly baseline?: { readonly min: number; readonly max: number; readonly mean: number } | undefined;
}

const WIDTH = 960;
const HEIGHT = 320;
const TOP = 28;
const RIGHT = 24;
const BOTTOM = 40;
const LEAST_LEFT = 48;
const CHARACTER = 7.5;
const EDGE = 60;
/** Seen on light and on dark pages alike. */
const SERIES = '#2f7ed8';
const BASELINE = '#d08a00';

/**
 * A chart as inline SVG: a band from the lowest to the highest value, the average as a line, the baseline as a band
 * with a dashed line, gaps as gaps. It needs no script and no style sheet. Undefined when there is nothing to show.
 */
export function metricChart(input: ChartInput): Markup | undefined {
  const { points, step, title, measure } = input;
  if (points.length === 0) return undefined;
  const { axis: values, symbol: unit, factor } = peoplesAxis(input, measure);
  const baseline = input.baseline && {
    min: input.baseline.min * factor,
    mean: input.baseline.mean * factor,
    max: input.baseline.max * factor,
  };
  // One moment alone stands in the middle of a second.
  const [start, end] = input.end > input.start ? [input.start, input.end] : [input.start - 500, input.start + 500];
  const longest = Math.max(...values.ticks.map(({ label }) => label.length));
  const left = Math.max(LEAST_LEFT, Math.ceil(longest * CHARACTER) + 16);
  const x = (time: number): string => (left + ((time - start) / (end - start)) * (WIDTH - left - RIGHT)).toFixed(1);
  const y = (value: number): string => {
    const share = (value / 2 - values.low / 2) / (values.high / 2 - values.low / 2);
    return (HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  };
  const right = WIDTH - RIGHT;
  const rows = values.ticks.map(
    ({ at, label }) =>
      markup`<line x1="${left}" x2="${right}" y1="${y(at)}" y2="${y(at)}" stroke="currentColor" stroke-opacity="0.15"/><text x="${left - 8}" y="${y(at)}" dy="0.35em" text-anchor="end">${label}</text>`,
  );
  const columns = timeTicks(start, end).map(
    ({ at, label }) =>
      markup`<line x1="${x(at)}" x2="${x(at)}" y1="${HEIGHT - BOTTOM}" y2="${HEIGHT - BOTTOM + 5}" stroke="currentColor"/><text text-anchor="${anchorAt(Number(x(at)), left, right)}" x="${x(at)}" y="${HEIGHT - BOTTOM + 20}">${label}</text>`,
  );
  const band =
    baseline &&
    markup`<rect x="${left}" width="${right - left}" y="${y(baseline.max)}" height="${(Number(y(baseline.min)) - Number(y(baseline.max))).toFixed(1)}" fill="${BASELINE}" fill-opacity="0.15"><title>Baseline</title></rect><line x1="${left}" x2="${right}" y1="${y(baseline.mean)}" y2="${y(baseline.mean)}" stroke="${BASELINE}" stroke-dasharray="6 4"/>`;
  const drawn = points.map(({ timeStamp, value, high, low }) => ({
    timeStamp,
    value: value * factor,
    high: high * factor,
    low: low * factor,
  }));
  const series = runsOf(drawn, step).map((run) => drawRun(run, x, y));
  return markup`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" role="img" aria-label="${title}" font-size="12" fill="currentColor"><text x="${left}" y="16">${axisTitle(unit, values.exponent)}</text><text x="${right}" y="16" text-anchor="end">UTC</text>${band}${rows}${columns}${series}</svg>`;
}

/** The axis in the unit that suits the values; where that leads beyond all numbers, in the unit of the metric. */
function peoplesAxis({ points, baseline }: ChartInput, measure: Measure) {
  const least = Math.min(...points.map(({ low }) => low), baseline?.min ?? Infinity);
  const most = Math.max(...points.map(({ high }) => high), baseline?.max ?? -Infinity);
  const { factor, symbol } = axisUnit(measure, Math.max(Math.abs(least), Math.abs(most)));
  return { axis: valueAxis(least * factor, most * factor), symbol, factor };
}

/** Points next to each other; a new run begins after a gap. */
function runsOf(points: readonly ChartPoint[], step: number): ChartPoint[][] {
  const runs: ChartPoint[][] = [];
  points.forEach((point, i) => {
    const isNext = i > 0 && point.timeStamp - points[i - 1]!.timeStamp <= step * 1.5;
    if (isNext) runs.at(-1)!.push(point);
    else runs.push([point]);
  });
  return runs;
}

type Scale = (value: number) => string;

function drawRun(run: readonly ChartPoint[], x: Scale, y: Scale): Markup {
  const [only] = run;
  if (run.length === 1 && only) {
    const at = x(only.timeStamp);
    return markup`<line x1="${at}" x2="${at}" y1="${y(only.high)}" y2="${y(only.low)}" stroke="${SERIES}" stroke-opacity="0.4" stroke-width="4"/><circle cx="${at}" cy="${y(only.value)}" r="3" fill="${SERIES}"/>`;
  }
  const upper = run.map((point) => `${x(point.timeStamp)},${y(point.high)}`);
  const lower = [...run].reverse().map((point) => `${x(point.timeStamp)},${y(point.low)}`);
  const middle = run.map((point) => `${x(point.timeStamp)},${y(point.value)}`);
  return markup`<polygon points="${[...upper, ...lower].join(' ')}" fill="${SERIES}" fill-opacity="0.25"/><polyline points="${middle.join(' ')}" fill="none" stroke="${SERIES}" stroke-width="2" stroke-linejoin="round"/>`;
}

/** Labels at the edges stay on the canvas. */
function anchorAt(x: number, left: number, right: number): string {
  if (x < left + EDGE) return 'start';
  return x > right - EDGE ? 'end' : 'middle';
}

function axisTitle(unit: string, exponent: number): string {
  if (exponent === 0) return unit;
  return `×10${superscript(exponent)}${unit === '' ? '' : ` ${unit}`}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function superscript(exponent: number): string {
  return String(exponent).replace(/[0-9-]/g, (digit) => (digit === '-' ? '⁻' : SUPERSCRIPTS[Number(digit)]!));
}
