import net from 'node:net';
import tls from 'node:tls';
import { makePoints, makeRequests } from './load/point-load';
import { type LoadPlan, readArguments, USAGE } from './load/arguments';
import { type Connect, formatHead } from './load/connection';
import { generateLoad, type LoadFigures, quantile } from './load/generate-load';
import { makePlatforms, removePlatforms } from './load/platforms';
import { dataFolder } from './workspace';
import { runAndExplain, openSession, type Output, type Session } from '../apps/cli/src';

export { USAGE } from './load/arguments';

const WINDOW_MS = 8 * 3_600_000;
const MANY = 100;
const READS = 50;

/** `npm run load`: measures how many values this installation stores per second, and how fast it reads them. */
export function main(args: string[], output: Output = process.stdout): Promise<number> {
  const say = (line: string): void => void output.write(`${line}\n`);
  return runAndExplain(USAGE, async () => {
    const plan = readArguments(args);
    const session = openSession({ ...process.env, DATA_DIR: dataFolder() });
    const platforms = await makePlatforms(session, `load-${Date.now().toString(36)}`, plan.series);
    say(`${platforms.resourceIds.length} platforms with ${platforms.scheduleIds.length} metrics created`);
    try {
      const startMs = Date.now() - WINDOW_MS;
      const sent = await store(session, platforms.scheduleIds, plan, startMs);
      const refused = Object.values(sent.refused).reduce((sum, count) => sum + count, 0);
      say(describeStored(sent, refused, plan));
      say(await describeReads(session, 'one metric', platforms.scheduleIds.slice(0, 1), startMs));
      say(await describeReads(session, `${MANY} metrics`, platforms.scheduleIds.slice(0, MANY), startMs));
      return refused === 0 ? 0 : 1;
    } finally {
      if (!plan.keep) {
        await removePlatforms(session, platforms);
        say('The platforms have been removed.');
      }
    }
  });
}

function store(
  session: Session,
  scheduleIds: readonly number[],
  plan: LoadPlan,
  startMs: number,
): Promise<LoadFigures> {
  const { points: pointsPerSeries, batch, connections } = plan;
  const intervalMs = WINDOW_MS / pointsPerSeries;
  const points = makePoints({ scheduleIds, pointsPerSeries, startMs, intervalMs });
  const requests = makeRequests(points, batch, toHeaders(session)).map(({ bytes }) => bytes);
  return generateLoad(connectionsTo(session), requests.values(), connections);
}

function describeStored(
  { requests, seconds, latencies, refused }: LoadFigures,
  failed: number,
  plan: LoadPlan,
): string {
  const stored = Math.max(0, plan.series * plan.points - failed * plan.batch);
  const statuses = Object.entries(refused).map(([status, count]) => `${count} with ${status}`);
  return (
    `${stored} values stored in ${seconds.toFixed(2)} s: ${Math.round(stored / seconds)} a second; ` +
    `${requests} requests, half of them within ${ms(quantile(latencies, 0.5))}, 99 % within ${ms(quantile(latencies, 0.99))}` +
    (failed > 0 ? `; refused: ${statuses.join(', ')}` : '')
  );
}

async function describeReads(
  session: Session,
  what: string,
  scheduleIds: readonly number[],
  startMs: number,
): Promise<string> {
  const path = `/rest/metric/data?sid=${scheduleIds.join()}&startTime=${Math.floor(startMs)}`;
  const request = Buffer.from(formatHead('GET', path, toHeaders(session)), 'latin1');
  const read = await generateLoad(connectionsTo(session), Array.from({ length: READS }, () => request).values(), 1);
  return `8 hours of ${what} in 60 buckets: half of ${READS} reads within ${ms(quantile(read.latencies, 0.5))}`;
}

const ms = (duration: number): string => `${duration.toFixed(duration < 10 ? 1 : 0)} ms`;

function toHeaders({ url, authorization }: Session): Record<string, string> {
  return { Host: new URL(url).host, Authorization: authorization };
}

function connectionsTo({ url }: Session): Connect {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'https:')
    return () => tls.connect({ host: hostname, servername: hostname, port: Number(port || 443) });
  return () => net.connect(Number(port || 80), hostname);
}
