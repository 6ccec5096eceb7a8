import fs from 'node:fs';
import { FUZZED_SETTINGS } from '../../tools/fuzz/campaign';
import { DOCUMENTED_ADDRESS } from '../../tools/generate-docs';
import { startSystem } from '../../tools/system';
import type { RunningSystem } from '../../tools/system';
import { describeAuthorisation } from './authorisation.suite';
import { describeContract } from './contract.suite';
import { describeDocuments } from './documents.suite';
import { describeOddRequests } from './odd-requests.suite';

/** One system for all that only asks it questions: to start it takes longer than to ask. */
describe('the running product', () => {
  let started: RunningSystem;

  beforeAll(async () => {
    started = await startSystem({ env: { ...FUZZED_SETTINGS, PUBLIC_BASE_URL: DOCUMENTED_ADDRESS } });
  }, 120_000);

  afterAll(async () => {
    await started.stop();
    fs.rmSync(started.dataDir, { recursive: true, force: true });
  });

  const system = (): RunningSystem => started;
  describeDocuments(system);
  describeContract(system);
  describeAuthorisation(system);
  // Last, because it leaves odd things behind.
  describeOddRequests(system);
});
