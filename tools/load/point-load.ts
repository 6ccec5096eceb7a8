import { formatHead } from './connection';

/** Series as agents send them: a quarter nearly constant, a quarter counters, a quarter walks of two decimals, and noise. */
export interface Workload {
  readonly scheduleIds: readonly number[];
  readonly pointsPerSeries: number;
  /** Time of the first points, in ms. */
  readonly startMs: number;
  /** Between two points of a series, in ms, give or take some. */
  readonly intervalMs: number;
  /** All values as walks of two decimals, instead of a quarter of them. */
  readonly isTwoDecimals?: boolean;
}

/** All points in the order they are sent: the newest of every series, then the next newest of every series. */
export interface PointColumns {
  readonly scheduleIds: Int32Array;
  readonly times: Float64Array;
  readonly values: Float64Array;
}

const JITTER_MS = 19;
const WALK = 2;

/** The same numbers on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makePoints(workload: Workload): PointColumns {
  const { scheduleIds: series, pointsPerSeries, startMs, intervalMs, isTwoDecimals = false } = workload;
  const length = series.length * pointsPerSeries;
  const scheduleIds = new Int32Array(length);
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  const random = randomNumbers(42);
  const last = series.map(() => Math.round(random() * 10_000) / 100);
  let at = 0;
  for (let index = 0; index < pointsPerSeries; index++) {
    for (const [number, scheduleId] of series.entries()) {
      last[number] = nextValue(isTwoDecimals ? WALK : number % 4, last[number]!, random);
      scheduleIds[at] = scheduleId;
      times[at] = Math.round(startMs + index * intervalMs + random() * JITTER_MS);
      values[at] = last[number]!;
      at++;
    }
  }
  return { scheduleIds, times, values };
}

function nextValue(kind: number, last: number, random: () => number): number {
  switch (kind) {
    case 0:
      return random() < 0.02 ? Math.round(random() * 10_000) / 100 : last;
    case 1:
      return Math.round(last) + Math.floor(random() * 1000);
    case WALK:
      return Math.round((last + random() - 0.5) * 100) / 100;
    default:
      return random() * 100;
  }
}

/** A request with the places of its times, so that the same points can be sent again for a later time. */
export interface PointRequest {
  readonly bytes: Buffer;
  readonly timeOffsets: Int32Array;
  readonly times: Float64Array;
}

/** The whole requests, made before the clock starts. Times must have 13 digits. */
export function makeRequests(
  { scheduleIds, times, values }: PointColumns,
  pointsPerRequest: number,
  headers: Readonly<Record<string, string>>,
): PointRequest[] {
  const requests: PointRequest[] = [];
  for (let from = 0; from < times.length; from += pointsPerRequest) {
    const to = Math.min(from + pointsPerRequest, times.length);
    const timeOffsets = new Int32Array(to - from);
    let body = '[';
    for (let i = from; i < to; i++) {
      body += i === from ? '{"timeStamp":' : ',{"timeStamp":';
      timeOffsets[i - from] = body.length;
      body += `${times[i]},"value":${values[i]},"scheduleId":${scheduleIds[i]}}`;
    }
    const head = pointsHead(body.length + 1, headers);
    requests.push({
      bytes: Buffer.from(`${head}${body}]`, 'latin1'),
      timeOffsets: timeOffsets.map((offset) => head.length + offset),
      times: times.slice(from, to),
    });
  }
  return requests;
}

/** The head of a request with a list of points. */
export function pointsHead(lengthBytes: number, headers: Readonly<Record<string, string>>): string {
  const framed = { 'Content-Type': 'application/json', ...headers, 'Content-Length': String(lengthBytes) };
  return formatHead('POST', '/rest/metric/data/raw', framed);
}

/** Writes later times into the request. */
export function shift({ bytes, timeOffsets, times }: PointRequest, byMs: number): void {
  for (let i = 0; i < times.length; i++) bytes.write(String(times[i]! + byMs), timeOffsets[i]!, 13, 'latin1');
}
