import { waitUntil } from '../processes';
import type { Cluster } from './cluster';

/**
 * Restarts every process in turn, as an upgrade does: each is told to stop, and comes back before the next one goes.
 * Answers the exit codes that were not 0.
 */
export async function restartEveryReplica(cluster: Cluster, report: (line: string) => void): Promise<string[]> {
  const wrongEnds: string[] = [];
  for (const { name, replicas, balancer } of cluster.services) {
    for (const [n, replica] of replicas.entries()) {
      const startedAt = performance.now();
      const code = await replica.terminate();
      if (code !== 0) wrongEnds.push(`${name} ${n + 1} ended with ${code}`);
      const stoppedAt = performance.now();
      await replica.start();
      await waitUntil(() => balancer.routesTo(replica), 30_000, 20);
      const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
      report(
        `${name} ${n + 1}: stopped in ${seconds(startedAt, stoppedAt)} s, back after ${seconds(stoppedAt, performance.now())} s`,
      );
    }
  }
  return wrongEnds;
}
