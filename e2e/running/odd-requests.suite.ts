import { rounds } from '@wardstone/testing';
import { runCampaign } from '../../tools/fuzz/campaign';
import type { RunningSystem } from '../../tools/system';

const PER_OPERATION = rounds(30);

/** A short run of `npm run fuzz`, as a regression test of its findings. */
export function describeOddRequests(system: () => RunningSystem): void {
  describe('odd requests', () => {
    it('get a response that explains itself, from every operation', async () => {
      const { findings, operations, requests } = await runCampaign(system(), {
        requestsPerOperation: PER_OPERATION,
        seed: 7,
      });
      expect(findings).toEqual([]);
      expect(requests).toBe(PER_OPERATION * operations);
      expect(operations).toBeGreaterThan(230);
    }, 300_000);
  });
}
