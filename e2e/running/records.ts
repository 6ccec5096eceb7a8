import { Caller } from '../../tools/requests/caller';
import { renewCompliance } from '../../tools/requests/records/compliance';
import { KnownIds } from '../../tools/requests/known-ids';
import type { RunningSystem } from '../../tools/system';

const PLATFORM = { resourceName: '0', typeName: 'Linux' };

/**
 * Records that a page uses to fill in examples: a guide, a policy and a system; the first platform of the inventory.
 */
export async function requireRecords({ gatewayUrl, login }: RunningSystem): Promise<void> {
  const caller = new Caller(gatewayUrl, { authorization: login });
  await renewCompliance(caller, new KnownIds());
  await caller.tried('POST', '/rest/resource/platforms', PLATFORM);
}
