import { waitUntil } from '@wardstone/host';
import type { Balancer } from './balancer';
import type { Cluster } from './cluster';
import type { Replica } from './replica';

type Report = (line: string) => void;

/**
 * Restarts every process in turn, like an upgrade: each gets SIGTERM, and is back before the next one stops. Returns
 * the exit codes other than 0.
 */
export async function restartEveryReplica({ services }: Cluster, report: Report): Promise<string[]> {
  const wrongEnds: string[] = [];
  for (const { name, replicas, balancer } of services) {
    for (const [n, replica] of replicas.entries()) {
      wrongEnds.push(...(await restart(`${name} ${n + 1}`, { replica, balancer, report })));
    }
  }
  return wrongEnds;
}

async function restart(
  name: string,
  { replica, balancer, report }: { replica: Replica; balancer: Balancer; report: Report },
): Promise<string[]> {
  const startedAt = performance.now();
  const code = await replica.terminate();
  const stoppedAt = performance.now();
  await replica.start();
  await waitUntil(() => balancer.routesTo(replica), 60_000, 20);
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
  report(
    `${name}: stopped in ${seconds(startedAt, stoppedAt)} s, back after ${seconds(stoppedAt, performance.now())} s`,
  );
  return code === 0 ? [] : [`${name} ended with ${code}`];
}
