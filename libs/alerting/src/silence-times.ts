import { LRUCache } from 'lru-cache';
import { RRuleTemporal } from 'rrule-temporal';
import { isTimeZone } from './wall-clock';

/** Times of a silence: one window, or windows that recur by a rule of RFC 5545. */
export interface SilenceTimes {
  readonly startMs: number;
  readonly endMs: number;
  readonly rule: string | null;
  /** Time zone of the rule. */
  readonly timeZone: string | null;
  /** End for good: early, or with the last window; `NEVER_OVER` for none. */
  readonly overMs: number;
}

/** From the start until before the end. */
export interface SilenceWindow {
  readonly startMs: number;
  readonly endMs: number;
}

/** Later than the end of any window. */
export const NEVER_OVER = Number.MAX_SAFE_INTEGER;

const DAY_MS = 86_400_000;
const MAX_SINGLE_MS = 366 * DAY_MS;
const MAX_RECURRING_MS = 7 * DAY_MS;
const MAX_START_MS = 10 * 366 * DAY_MS;
/** Maximum shift of a window by a clock change. */
const SLACK_MS = DAY_MS;
/** Longest permitted gap between windows; a leap day recurs after eight years at most. */
const MAX_PAUSE_MS = 8 * 366 * DAY_MS;

/**
 * Permitted parts of a rule. Windows recur once a day at most and numbers are small, so finding the window of any time
 * takes milliseconds.
 */
const PARTS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
    INTERVAL: /^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])$/,
    COUNT: /^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])$/,
    UNTIL: /^\d{8}T\d{6}Z$/,
    BYDAY: /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)){0,13}$/,
    BYMONTH: /^([1-9]|1[0-2])(,([1-9]|1[0-2])){0,11}$/,
    BYMONTHDAY: /^-?([1-9]|[12]\d|3[01])(,-?([1-9]|[12]\d|3[01])){0,30}$/,
    BYSETPOS: /^-?[1-5]$/,
    WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
  }),
);
/** Maximum number of periods to search for a window; a rule that needs more has none for years. */
const MAX_STEPS = 4_000;
const MAX_CANDIDATES = 20_000;

/** Times as given in a request. */
export interface RequestedTimes {
  readonly startMs: number;
  readonly endMs: number;
  readonly rule: string | null;
  readonly timeZone: string | null;
}

/** The times, or their problem. Pure. */
export function checkTimes(given: RequestedTimes, nowMs: number): SilenceTimes | { problem: string } {
  const { startMs, endMs, rule, timeZone } = given;
  if (endMs <= startMs) return { problem: 'Field endTime must be later than startTime' };
  if (rule === null) {
    if (timeZone !== null) return { problem: 'Field timeZone is that of a rule' };
    if (endMs <= nowMs) return { problem: 'Field endTime must be in the future' };
    if (startMs > nowMs + MAX_START_MS) return { problem: 'Field startTime must be within ten years' };
    return endMs - startMs > MAX_SINGLE_MS
      ? { problem: 'A silence lasts 366 days at most' }
      : { ...given, overMs: endMs };
  }
  if (timeZone === null) return { problem: 'Field timeZone is required with a rule' };
  if (endMs - startMs > MAX_RECURRING_MS) return { problem: 'A window of a silence that recurs lasts 7 days at most' };
  if (Math.abs(startMs - nowMs) > MAX_START_MS) return { problem: 'Field startTime must be within ten years' };
  if (!isTimeZone(timeZone)) return { problem: 'Field timeZone must be a time zone such as Europe/Berlin' };
  const problem = problemOfRule(rule);
  if (problem !== undefined) return { problem };
  const times = { ...given, overMs: NEVER_OVER };
  try {
    const overMs = /COUNT|UNTIL/.test(rule) ? lastEndMs(times) : NEVER_OVER;
    const next = nextWindow({ ...times, overMs }, nowMs);
    return next ? { ...times, overMs } : { problem: 'Field rule has no window in the future' };
  } catch {
    return { problem: 'Field rule has no window within the next years' };
  }
}

/** The window that contains the time; if several do, the one that ends last. */
export function windowAt(times: SilenceTimes, atMs: number): SilenceWindow | undefined {
  if (atMs >= times.overMs) return undefined;
  if (times.rule === null) return isIn(times, atMs) ? cut(times) : undefined;
  const longestMs = times.endMs - times.startMs + SLACK_MS;
  const windows = getRecurrence(times)
    .between(atMs - longestMs, atMs)
    .filter((window) => isIn(window, atMs));
  const last = windows.reduce<SilenceWindow | undefined>((a, b) => (a && a.endMs >= b.endMs ? a : b), undefined);
  return last && cut({ ...last, overMs: times.overMs });
}

/** The window that contains the time, else the next one. */
export function nextWindow(times: SilenceTimes, atMs: number): SilenceWindow | undefined {
  const current = windowAt(times, atMs);
  if (current) return current;
  if (atMs >= times.overMs) return undefined;
  if (times.rule === null) return cut(times);
  const next = getRecurrence(times).after(atMs);
  return next && next.startMs < times.overMs && next.startMs < Math.max(atMs, times.startMs) + MAX_PAUSE_MS
    ? cut({ ...next, overMs: times.overMs })
    : undefined;
}

interface Recurrence {
  between(afterMs: number, untilMs: number): SilenceWindow[];
  after(atMs: number): SilenceWindow | undefined;
  last(): SilenceWindow | undefined;
}

/** Parsed rules, cached because they are read repeatedly. */
const parsed = new LRUCache<string, Recurrence>({ max: 2_000 });

function getRecurrence({ startMs, endMs, rule, timeZone }: RequestedTimes): Recurrence {
  const key = [startMs, endMs, rule, timeZone].join(' ');
  const known = parsed.get(key) ?? parse({ startMs, endMs, rule: rule!, timeZone: timeZone! });
  parsed.set(key, known);
  return known;
}

/** Every window has the local start and end times of the first: 22:00 to 6:00 stays so across clock changes. */
function parse({
  startMs,
  endMs,
  rule,
  timeZone,
}: {
  startMs: number;
  endMs: number;
  rule: string;
  timeZone: string;
}): Recurrence {
  const start = { timeZoneId: timeZone, toString: () => `${new Date(startMs).toISOString()}[${timeZone}]` };
  const recurring = new RRuleTemporal({
    rruleString: rule,
    dtstart: start,
    tzid: timeZone,
    maxIterations: MAX_STEPS,
    maxCandidateEvaluations: MAX_CANDIDATES,
  });
  type Occurrence = NonNullable<ReturnType<typeof recurring.next>>;
  const first = recurring.options().dtstart;
  const length = first
    .add({ milliseconds: endMs - startMs })
    .toPlainDateTime()
    .since(first.toPlainDateTime());
  const getWindow = (occurrence: Occurrence): SilenceWindow => ({
    startMs: occurrence.epochMilliseconds,
    endMs: occurrence.toPlainDateTime().add(length).toZonedDateTime(timeZone).epochMilliseconds,
  });
  return {
    between: (afterMs, untilMs) => recurring.between(new Date(afterMs), new Date(untilMs), true).map(getWindow),
    after: (atMs) => {
      const next = recurring.next(new Date(atMs));
      return next ? getWindow(next) : undefined;
    },
    last: () => {
      const last = recurring.previous(new Date(startMs + 400 * MAX_SINGLE_MS));
      return last ? getWindow(last) : undefined;
    },
  };
}

function lastEndMs(times: RequestedTimes): number {
  return getRecurrence(times).last()?.endMs ?? 0;
}

function problemOfRule(rule: string): string | undefined {
  const parts = rule.split(';').map((part) => part.split('='));
  const names = parts.map(([name]) => name!);
  const isGood = parts.every(([name, value = '', ...more]) => more.length === 0 && PARTS.get(name!)?.test(value));
  if (!isGood || new Set(names).size < names.length || !names.includes('FREQ')) {
    return `Field rule must be a rule of RFC 5545 with FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, and no other parts than ${[...PARTS.keys()].join(', ')}`;
  }
  return names.includes('COUNT') && names.includes('UNTIL')
    ? 'Field rule must not have both COUNT and UNTIL'
    : undefined;
}

function isIn({ startMs, endMs }: SilenceWindow, atMs: number): boolean {
  return startMs <= atMs && atMs < endMs;
}

/** Shortens a window that an early end cuts off. */
function cut({ startMs, endMs, overMs }: SilenceWindow & { overMs: number }): SilenceWindow {
  return { startMs, endMs: Math.min(endMs, overMs) };
}
