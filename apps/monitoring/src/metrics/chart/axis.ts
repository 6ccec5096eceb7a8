/** A mark on an axis. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface ValueAxis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly Tick[];
  /** What the labels are multiplied by, as a power of ten; 0 for plain numbers. */
  readonly exponent: number;
}

/** Numbers below have no digits to spare for arithmetic. */
const NOTHING = 1e-290;
const STEPS = [1, 2, 2.5, 5, 10];
const VALUE_TICKS = 5;
const TIME_TICKS = 6;
/** Labels beyond these are hard to read, so the axis is scaled. */
const LARGE = 1e5;
const SMALL = 1e-3;

/** An axis with round marks that holds all values from `min` to `max`, which may be the same. */
export function valueAxis(min: number, max: number): ValueAxis {
  const greatest = Math.max(Math.abs(min), Math.abs(max));
  const isConstant = max - min <= Math.max(greatest * 1e-12, NOTHING);
  const margin = isConstant ? (greatest > NOTHING ? greatest * 0.1 : 1) : 0;
  const [from, to] = [min - margin, max + margin];
  // Halves first: the difference of the greatest numbers there are is none.
  const step = roundStep((to / 2 - from / 2) / (VALUE_TICKS / 2));
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  const exponent = exponentFor(Math.max(Math.abs(from), Math.abs(to)));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  const decimals = decimalsOf(step, exponent);
  return {
    low: first * step,
    high: last * step,
    ticks: ticks.map((at) => ({ at, label: plain(at / 10 ** exponent, decimals) })),
    exponent,
  };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return STEPS.find((step) => step * power >= rough * 0.999)! * power;
}

function exponentFor(greatest: number): number {
  if (greatest === 0 || (greatest < LARGE && greatest >= SMALL)) return 0;
  return Math.floor(Math.log10(greatest) / 3) * 3;
}

function decimalsOf(step: number, exponent: number): number {
  const scaled = step / 10 ** exponent;
  for (let decimals = 0; decimals < 15; decimals++) {
    const shifted = scaled * 10 ** decimals;
    if (Math.round(shifted) > 0 && Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted) return decimals;
  }
  return 15;
}

/** Without the minus sign of a rounded zero. */
function plain(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TIME_STEPS = [
  ...[1, 5, 10, 50, 100, 500, SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND],
  ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY],
];

/** Marks at round times in UTC, the date where a day begins and at the first mark. */
export function timeTicks(start: number, end: number): Tick[] {
  const step = TIME_STEPS.find((candidate) => (end - start) / candidate <= TIME_TICKS) ?? roundUpDays(end - start);
  const ticks: Tick[] = [];
  for (let at = Math.ceil(start / step) * step; at <= end; at += step) {
    ticks.push({ at, label: timeLabel(at, step, ticks.length === 0) });
  }
  return ticks;
}

function roundUpDays(span: number): number {
  return Math.ceil(span / TIME_TICKS / DAY) * DAY;
}

function timeLabel(at: number, step: number, isFirst: boolean): string {
  const [date, time] = new Date(at).toISOString().split('T') as [string, string];
  if (step >= DAY) return date;
  const clock = step >= MINUTE ? time.slice(0, 5) : step >= SECOND ? time.slice(0, 8) : time.slice(0, 12);
  return isFirst || at % DAY === 0 ? `${date} ${clock}` : clock;
}
