import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../../build';
import { startCluster } from '../cluster';
import { expandSchema } from '../expand-schema';
import { Load, summarise } from '../load';
import { restartEveryReplica } from '../rolling';
import type { Scenario } from '../scenario';
import { inScratchFolder } from '../scratch-folder';
import { alertsFired, checkNothingLost } from '../verdicts';

const REQUESTS = Number(process.env['CHAOS_REQUESTS'] ?? 100_000);
const CLIENTS = 16;

export const rollingUpgrade: Scenario = {
  name: 'rolling-upgrade',
  title: `Expand every table, then restart two replicas of every service in turn, under ${REQUESTS.toLocaleString('en')} requests`,
  run: (report) =>
    inScratchFolder(async (folder) => {
      await build();
      const settings = { DRAIN_SECONDS: '3', UPSTREAM_IDLE_MS: '1000', LOG_LEVEL: 'warn' };
      const cluster = await startCluster({ folder, getReplicas: () => 2, settings });
      try {
        const load = await Load.start(cluster.gatewayUrl, cluster.login, { clients: CLIENTS });
        let tables = 0;
        for (const url of cluster.databaseUrls.values()) tables += await expandSchema(url);
        report(`${tables} tables got columns and an index of a next version`);
        const wrongEnds = await restartEveryReplica(cluster, report);
        report(`${load.count} requests until then`);
        while (load.count < REQUESTS) await sleep(200);
        const { requests, served, refused, wrong, lost, seconds, p99Ms } = await load.stop();
        const failures = [...summarise(wrong), ...summarise(lost)];
        return [
          {
            promise: 'No request fails',
            held: served === requests && requests >= REQUESTS,
            figures: [
              `${requests} requests in ${seconds.toFixed(0)} s (p99 ${p99Ms.toFixed(0)} ms), ${requests - served} failed, ${refused} of them refused`,
              ...failures,
            ].join('; '),
          },
          {
            promise: 'Every process exits with code 0',
            held: wrongEnds.length === 0,
            figures: wrongEnds.join('; ') || '8 processes stopped and started',
          },
          await checkNothingLost(load),
          await alertsFired(load),
        ];
      } finally {
        await cluster.stop();
      }
    }),
};
