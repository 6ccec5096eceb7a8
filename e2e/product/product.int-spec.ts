import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeAgent, prepareAgent } from './agent.suite';
import { describeAgentTour } from './agent-tour.suite';
import { useInstallation } from '../installation';
import { describeBackup } from './backup.suite';
import { describeDatabases } from './databases.suite';
import { describeEnvironment, prepareEnvironment } from './environment.suite';
import { describeQuickstart } from './quickstart.suite';
import { describeHostUsers } from './host-users.suite';
import { describeKills } from './kills.suite';
import { describeNpmSignals } from './npm-signals.suite';
import { describeScansTour, prepareScanner } from './scans-tour.suite';
import { describeStart } from './start.suite';

describe('the product', () => {
  const watchedFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-watched-'));
  // The agent is another user when we are root.
  fs.chmodSync(watchedFolder, 0o755);
  afterAll(() => fs.rmSync(watchedFolder, { recursive: true, force: true }));

  const system = useInstallation(
    () => ({
      RATE_LIMIT: 'off',
      ...prepareEnvironment(),
      ...prepareAgent(watchedFolder),
      ...prepareScanner(watchedFolder),
    }),
    { isNew: true },
  );

  describeStart(system);
  describeNpmSignals();
  describeHostUsers(system);
  describeEnvironment(system);
  describeQuickstart(system);
  describeDatabases(system);
  describeKills(system);
  describeAgent(system, watchedFolder);
  describeAgentTour(system);
  describeScansTour(system);
  describeBackup(system);
});
