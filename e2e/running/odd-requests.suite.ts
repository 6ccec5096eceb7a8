import { runCampaign } from '../../tools/fuzz/campaign';
import type { RunningSystem } from '../../tools/system';

/** A short run of `npm run fuzz`, so that what it found once does not come back unseen. */
export function describeOddRequests(system: () => RunningSystem): void {
  describe('odd requests', () => {
    it('get an answer that explains itself, from every operation', async () => {
      const { findings, operations, requests } = await runCampaign(system(), { requestsPerOperation: 15, seed: 7 });
      expect(findings).toEqual([]);
      expect(requests).toBe(15 * operations);
      expect(operations).toBeGreaterThan(230);
    }, 300_000);
  });
}
