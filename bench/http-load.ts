import net from 'node:net';

/** What a number of clients saw, each sending one request after the other on a connection of its own. */
export interface LoadFigures {
  requests: number;
  seconds: number;
  /** Duration of every request in ms, ascending. */
  latencies: Float64Array;
  /** Answers other than 200. */
  failed: number;
}

export interface LoadOptions {
  port: number;
  /** Path and query of the requests, taken in turn. */
  paths: readonly string[];
  headers?: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
}

const HOST = '127.0.0.1';

/** Asks on raw sockets, so that the client costs little beside what it measures. */
export async function load({ port, paths, headers = {}, connections, seconds }: LoadOptions): Promise<LoadFigures> {
  const lines = Object.entries({ Host: HOST, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const clients = await Promise.all(
    Array.from({ length: connections }, (_none, first) => oneConnection(port, { requests, first, until })),
  );
  const latencies = Float64Array.from(clients.flatMap((client) => client.latencies)).sort();
  const failed = clients.reduce((sum, client) => sum + client.failed, 0);
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies, failed };
}

/** The value below which the share `q` of ascending values lies. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

interface Work {
  requests: readonly Buffer[];
  /** Number of the first request to send. */
  first: number;
  /** Moment of performance.now() after which no more are sent. */
  until: number;
}

function oneConnection(
  port: number,
  { requests, first, until }: Work,
): Promise<{ latencies: number[]; failed: number }> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, HOST);
    const seen = { latencies: [] as number[], failed: 0 };
    let turn = first;
    let sentAt = 0;
    let missing = -1;
    let head = '';
    const send = (): void => {
      sentAt = performance.now();
      socket.write(requests[turn++ % requests.length]!);
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing >= 0) {
        missing -= chunk.length;
      } else {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) seen.failed++;
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4);
      }
      if (missing > 0) return;
      seen.latencies.push(performance.now() - sentAt);
      missing = -1;
      head = '';
      if (performance.now() < until) send();
      else socket.end(() => resolve(seen));
    });
  });
}
