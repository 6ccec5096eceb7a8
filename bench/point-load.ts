import net from 'node:net';

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

export function pointsOf(workload: Workload): PointColumns {
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
export function requestsOf(
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
    const head = headOf('POST', '/rest/metric/data/raw', { ...headers, 'Content-Length': String(body.length + 1) });
    requests.push({
      bytes: Buffer.from(`${head}${body}]`, 'latin1'),
      timeOffsets: timeOffsets.map((offset) => head.length + offset),
      times: times.slice(from, to),
    });
  }
  return requests;
}

/** The same points in the line protocol of InfluxDB, times in ms. */
export function lineRequestsOf(
  { scheduleIds, times, values }: PointColumns,
  pointsPerRequest: number,
  url: URL,
): Buffer[] {
  const requests: Buffer[] = [];
  for (let from = 0; from < times.length; from += pointsPerRequest) {
    let body = '';
    for (let i = from; i < Math.min(from + pointsPerRequest, times.length); i++) {
      body += `m,s=${scheduleIds[i]} v=${values[i]} ${times[i]}\n`;
    }
    const headers = { 'Content-Type': 'text/plain', 'Content-Length': String(body.length) };
    requests.push(Buffer.from(headOf('POST', url.pathname + url.search, headers) + body, 'latin1'));
  }
  return requests;
}

/** Writes later times into the request. */
export function shift({ bytes, timeOffsets, times }: PointRequest, byMs: number): void {
  for (let i = 0; i < times.length; i++) bytes.write(String(times[i]! + byMs), timeOffsets[i]!, 13, 'latin1');
}

export function headOf(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: '127.0.0.1', 'Content-Type': 'application/json', ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

export interface SendFigures {
  requests: number;
  seconds: number;
  /** Duration of every request in ms, ascending. */
  latencies: Float64Array;
  /** Answers other than those of success, by status. */
  refused: Record<string, number>;
}

/** Where requests go, on raw sockets, so that the client costs little beside what it measures. */
export type Connect = () => net.Socket;

export const toPort =
  (port: number): Connect =>
  () =>
    net.connect(port, '127.0.0.1');

/** Sends the requests on so many connections, each one request after the other. */
export async function send(connect: Connect, requests: Iterator<Buffer>, connections: number): Promise<SendFigures> {
  const startedAt = performance.now();
  const refused: Record<string, number> = {};
  const seen = await Promise.all(Array.from({ length: connections }, () => onConnection(connect(), requests, refused)));
  const latencies = Float64Array.from(seen.flat()).sort();
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies, refused };
}

function onConnection(
  socket: net.Socket,
  requests: Iterator<Buffer>,
  refused: Record<string, number>,
): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let sentAt = 0;
    let received = '';
    const next = (): void => {
      const request = requests.next();
      if (request.done) {
        socket.end(() => resolve(latencies));
        return;
      }
      sentAt = performance.now();
      socket.write(request.value);
    };
    socket.setNoDelay(true);
    // A socket in TLS holds back what is written before it is ready.
    next();
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed before the answer came')));
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < head + 4 + length) return;
      const status = received.slice(9, 12);
      if (!status.startsWith('20')) refused[status] = (refused[status] ?? 0) + 1;
      received = '';
      latencies.push(performance.now() - sentAt);
      next();
    });
  });
}
