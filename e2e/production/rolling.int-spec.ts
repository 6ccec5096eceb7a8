import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Cluster, enterable, startCluster } from '../../tools/chaos/cluster';
import { expandSchema } from '../../tools/chaos/expand-schema';
import { Load, summarise } from '../../tools/chaos/load';
import { restartServicesTogether } from '../../tools/chaos/rolling';

describe('an upgrade', () => {
  const folder = enterable(fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-rolling-')));
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster({
      folder,
      replicas: 2,
      // Room for a machine that is busy with other tests: what drains must outlast how late everybody notices.
      settings: { DRAIN_SECONDS: '6', UPSTREAM_IDLE_MS: '500', LOG_LEVEL: 'warn' },
    });
  }, 180_000);

  afterAll(async () => {
    await cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('that expands every table and restarts two replicas of every service, one after the other, fails not one request', async () => {
    const load = await Load.start(cluster.gatewayUrl, cluster.login, { clients: 4, pauseMs: 20 });
    // The migrations of the next version, while the code of this one runs.
    for (const url of cluster.databaseUrls) expect(await expandSchema(url)).toBeGreaterThan(0);
    const wrongEnds = await restartServicesTogether(cluster, () => undefined);
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
    const { alerts, wrong: wrongAlerts } = await load.metric.findWrongAlerts(load.acknowledged.points);
    expect(wrongAlerts).toEqual([]);
    expect(alerts).toBeGreaterThan(0);
  }, 300_000);
});
