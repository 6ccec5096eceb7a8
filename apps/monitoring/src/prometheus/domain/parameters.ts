import { parseDuration, type Grid, PromqlError } from '@wardstone/promql';

/** Maximum number of points of a series, as in Prometheus. */
const MAX_STEPS = 11_000;
/** The last time that a Date can represent. */
const LAST_TIME_MS = 8.64e15;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

export function badParameter(name: string, problem: string): PromqlError {
  return new PromqlError('bad_data', `invalid parameter "${name}": ${problem}`);
}

/**
 * Converts a time to milliseconds.
 * @throws PromqlError
 */
export function parseTime(name: string, text: string): number {
  // A plus that was not encoded arrives as a blank.
  const time = RFC_3339.test(text.replace(' ', '+'))
    ? Date.parse(text.replace(' ', '+'))
    : Math.round(toDecimal(text) * 1000);
  if (Math.abs(time) <= LAST_TIME_MS) return time;
  throw badParameter(name, `cannot parse "${text}" to a valid timestamp`);
}

/**
 * Converts a duration to milliseconds.
 * @throws PromqlError
 */
function getSpan(name: string, text: string): number {
  const span = parseDuration(text) ?? Math.round(toDecimal(text) * 1000);
  if (Number.isSafeInteger(span)) return span;
  throw badParameter(name, `cannot parse "${text}" to a valid duration`);
}

/** Timeout of a query, in ms. @throws PromqlError of an invalid duration */
export function parseTimeout(text: string | undefined): number {
  const span = text === undefined ? Infinity : getSpan('timeout', text);
  if (span > 0) return span;
  throw badParameter('timeout', 'it must be longer than 0');
}

function toDecimal(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

/** @throws PromqlError */
export function parseGrid({
  start = '',
  end = '',
  step = '',
}: Readonly<Record<'start' | 'end' | 'step', string | undefined>>): Grid & { end: number } {
  const [first, last] = [parseTime('start', start), parseTime('end', end)];
  if (last < first) throw badParameter('end', 'end timestamp must not be before start time');
  const width = getSpan('step', step);
  if (width <= 0) {
    throw badParameter(
      'step',
      'zero or negative query resolution step widths are not accepted. Try a positive integer',
    );
  }
  const steps = Math.floor((last - first) / width);
  if (steps > MAX_STEPS) {
    const advice = 'Try decreasing the query resolution (?step=XX)';
    throw new PromqlError('bad_data', `exceeded maximum resolution of 11,000 points per timeseries. ${advice}`);
  }
  return { start: first, step: width, count: steps + 1, end: last };
}

/**
 * Maximum number of entries in a list.
 * @throws PromqlError
 */
export function parseLimit(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (/^\d{1,15}$/.test(text)) return Number(text) || Infinity;
  throw badParameter('limit', 'must be a whole number');
}
