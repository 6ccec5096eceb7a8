import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../../build';
import { Caller } from '../../requests/caller';
import { type Cluster, startCluster } from '../cluster';
import { Load, readStatus, summarise } from '../load';
import type { Point } from '../metric-under-load';
import type { Replica } from '../replica';
import type { Scenario, Verdict } from '../scenario';
import { inScratchFolder } from '../scratch-folder';
import { alertsFired, checkNothingLost } from '../verdicts';

const MINUTES = Number(process.env['CHAOS_MINUTES'] ?? 3);
const REPLICAS = 3;
const CLIENTS = 8;
const PAUSE_MS = 20;
/** Time between two kills, and before a killed process is restarted. */
const BETWEEN_KILLS_MS = 12_000;
const DOWN_MS = 4_000;
const READ_EVERY_MS = 250;

export const threeReplicas: Scenario = {
  name: 'three-replicas',
  title: `Three replicas of monitoring, one of them killed at random moments, for ${MINUTES} minutes`,
  run: (report) =>
    inScratchFolder(async (folder) => {
      await build();
      const getReplicas = (name: string): number => (name === 'monitoring' ? REPLICAS : 1);
      const cluster = await startCluster({ folder, getReplicas: getReplicas, settings: { LOG_LEVEL: 'warn' } });
      try {
        const load = await Load.start(cluster.gatewayUrl, cluster.login, { clients: CLIENTS, pauseMs: PAUSE_MS });
        const stop = new AbortController();
        const reads = readElsewhere(cluster, load, stop.signal);
        const kills = await killRandomReplicas(getMonitoring(cluster), MINUTES * 60_000);
        stop.abort();
        const seen = await reads;
        const { requests, refused, wrong, lost, seconds, p99Ms } = await load.stop();
        report(`${kills} kills, ${requests} requests in ${seconds.toFixed(0)} s, p99 ${p99Ms.toFixed(0)} ms`);
        const failures = [...summarise(wrong), ...summarise(lost)];
        return [
          {
            promise: 'Every response is right or 503 with Retry-After',
            held: failures.length === 0,
            figures: [
              `${requests} requests, ${refused} refused, ${failures.length} kinds of failure`,
              ...failures,
            ].join('; '),
          },
          seen,
          await checkNothingLost(load),
          await alertsFired(load),
        ];
      } finally {
        await cluster.stop();
      }
    }),
};

function getMonitoring({ services }: Cluster): readonly Replica[] {
  return services.find(({ name }) => name === 'monitoring')!.replicas;
}

/** Returns the number of kills; all replicas run again afterwards. */
async function killRandomReplicas(replicas: readonly Replica[], forMs: number): Promise<number> {
  let kills = 0;
  for (const endMs = performance.now() + forMs; performance.now() < endMs; kills++) {
    await sleep(Math.random() * BETWEEN_KILLS_MS);
    const replica = replicas[Math.floor(Math.random() * replicas.length)]!;
    await replica.kill();
    await sleep(Math.random() * DOWN_MS);
    await replica.start();
  }
  return kills;
}

/** Reads what one replica acknowledged on each other ready replica: a value by its schedule, a name by its resource. */
async function readElsewhere(cluster: Cluster, load: Load, signal: AbortSignal): Promise<Verdict> {
  const { balancer, replicas } = cluster.services.find(({ name }) => name === 'monitoring')!;
  const authorization = await toToken(cluster);
  const { scheduleId } = load.metric;
  let pairs = 0;
  const missing: string[] = [];
  for (; !signal.aborted; await sleep(READ_EVERY_MS)) {
    const ready = replicas.filter((replica) => balancer.routesTo(replica));
    const [writer, ...readers] = ready.map(({ port }) => new Caller(`http://127.0.0.1:${port}`, { authorization }));
    if (!writer) continue;
    const point = load.metric.next();
    const status = await writer.ask('POST', '/rest/metric/data/raw', [point]).then(readStatus, () => undefined);
    if (status !== 204) continue;
    load.acknowledged.points.push(point);
    const path = `/rest/metric/data/${scheduleId}/raw?startTime=${point.timeStamp}&endTime=${point.timeStamp + 1}`;
    for (const reader of readers) {
      const values = await reader.tried<Point[]>('GET', path).catch(() => undefined);
      // The replica was killed meanwhile.
      if (!values) continue;
      pairs++;
      if (!values.some(({ timeStamp }) => timeStamp === point.timeStamp)) missing.push(`value of ${point.timeStamp}`);
    }
  }
  return {
    promise: 'Reads see what another replica acknowledged',
    held: missing.length === 0 && pairs > 0,
    figures: [
      `${pairs} reads of values that another replica took, ${missing.length} without them`,
      ...missing.slice(0, 3),
    ].join('; '),
  };
}

/** Services accept tokens of the gateway, but no passwords. */
async function toToken({ gatewayUrl, login }: Cluster): Promise<string> {
  const { call } = new Caller(gatewayUrl, { authorization: login });
  const body = { grant_type: 'client_credentials' };
  return `Bearer ${(await call<{ access_token: string }>('POST', '/auth/token', body)).access_token}`;
}
