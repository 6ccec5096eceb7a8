import { type Connect, Connection } from './connection';

export interface LoadFigures {
  requests: number;
  seconds: number;
  /** Durations of all requests in ms, ascending. */
  latencies: Float64Array;
  /** Number of unsuccessful responses by status. */
  refused: Record<string, number>;
}

/**
 * Sends the requests on a number of connections, one after the other on each.
 * @throws Error of a broken connection
 */
export async function generateLoad(
  connect: Connect,
  requests: Iterator<Buffer>,
  connections: number,
): Promise<LoadFigures> {
  const startedAt = performance.now();
  const refused: Record<string, number> = {};
  const seen = await Promise.all(Array.from({ length: connections }, () => onConnection(connect, requests, refused)));
  const latencies = Float64Array.from(seen.flat()).sort();
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies, refused };
}

function onConnection(
  connect: Connect,
  requests: Iterator<Buffer>,
  refused: Record<string, number>,
): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const connection = new Connection(connect);
    const latencies: number[] = [];
    const next = (): void => {
      const request = requests.next();
      if (request.done) {
        connection.close();
        resolve(latencies);
        return;
      }
      const sentAt = performance.now();
      connection.exchange(request.value, (outcome) => {
        if (outcome instanceof Error) {
          reject(outcome);
          return;
        }
        latencies.push(performance.now() - sentAt);
        const { status } = outcome;
        if (status >= 300) refused[status] = (refused[status] ?? 0) + 1;
        next();
      });
    };
    next();
  });
}

/** Repeats the requests for a number of seconds, starting with the first. */
export function* repeatRequests(requests: readonly Buffer[], seconds: number): Generator<Buffer> {
  const until = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < until; turn++) yield requests[turn % requests.length]!;
}

export const countRefused = ({ refused }: LoadFigures): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);

/** The quantile `q` of ascending values. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}
