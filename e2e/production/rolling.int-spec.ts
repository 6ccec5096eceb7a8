import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Cluster, enterable, startCluster } from '../../tools/chaos/cluster';
import { Load, summarise } from '../../tools/chaos/load';
import { restartEveryReplica } from '../../tools/chaos/rolling';

describe('an upgrade', () => {
  const folder = enterable(fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-rolling-')));
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster({
      folder,
      replicas: 2,
      settings: { DRAIN_SECONDS: '1', UPSTREAM_IDLE_MS: '300', LOG_LEVEL: 'warn' },
    });
  }, 180_000);

  afterAll(async () => {
    await cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('that restarts two replicas of every service in turn fails not one request', async () => {
    const load = new Load(cluster.gatewayUrl, cluster.login, 6, 10);
    const wrongEnds = await restartEveryReplica(cluster, () => undefined);
    const { served, requests, refused, wrong, unanswered } = await load.stop();

    expect(wrongEnds).toEqual([]);
    expect({ refused, wrong: summarise(wrong), unanswered: summarise(unanswered) }).toEqual({
      refused: 0,
      wrong: [],
      unanswered: [],
    });
    expect(served).toBe(requests);
    expect(served).toBeGreaterThan(100);
    expect(await load.findLost()).toEqual([]);
  }, 300_000);
});
