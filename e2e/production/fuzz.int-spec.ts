import fs from 'node:fs';
import { FUZZED_SETTINGS, runCampaign } from '../../tools/fuzz/campaign';
import { type RunningSystem, startSystem } from '../../tools/system';

/** A short run of `npm run fuzz`, so that what it found once does not come back unseen. */
describe('odd requests', () => {
  let system: RunningSystem;

  beforeAll(async () => {
    system = await startSystem({ env: FUZZED_SETTINGS });
  }, 120_000);

  afterAll(async () => {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  });

  it('get an answer that explains itself, from every operation', async () => {
    const { findings, operations, requests } = await runCampaign(system, { requestsPerOperation: 15, seed: 7 });
    expect(findings).toEqual([]);
    expect(requests).toBe(15 * operations);
    expect(operations).toBeGreaterThan(230);
  }, 300_000);
});
