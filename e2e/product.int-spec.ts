import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '../tools/free-port';
import { FUZZED_SETTINGS } from '../tools/fuzz/campaign';
import { secretsOf } from '../tools/fuzz/secrets';
import { SERVICE_NAMES, startSystem } from '../tools/system';
import type { RunningSystem } from '../tools/system';
import { describeAgent, prepareAgent } from './agent/agent.suite';
import { describeAgentTour } from './agent/agent-tour.suite';
import { describeFirstStart } from './product/first-start.suite';
import { describeHostUsers } from './product/host-users.suite';
import { describeKills } from './product/kills.suite';
import { describeBrowser } from './browser/browser.suite';
import { describeBackup } from './production/backup.suite';
import { describeDatabases } from './production/databases.suite';
import { describeAuthorisation } from './running/authorisation.suite';
import { describeContract } from './running/contract.suite';
import { describeDocuments } from './running/documents.suite';
import { describeExamples } from './running/examples.suite';
import { describeOddRequests } from './running/odd-requests.suite';
import { describeSwaggerUi } from './running/swagger-ui.suite';
import { describeAlertsTour } from './tours/alerts.suite';
import { describeComplianceTour } from './tours/compliance.suite';
import { describeFirstMinutes } from './tours/first-minutes.suite';
import { describeMonitoringTour } from './tours/monitoring.suite';
import { describeQuickstart } from './tours/quickstart.suite';

/** One installation from its first start to Ctrl-C, because each start takes longer than what is asked of it. */
describe('the product', () => {
  const watchedFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-watched-'));
  // The agent is another user when we are root.
  fs.chmodSync(watchedFolder, 0o755);
  let started: RunningSystem;
  let smtpUrl: string;

  const system = (): RunningSystem => started;
  const restart = async (): Promise<void> => {
    started = await startSystem({
      dataDir: started.dataDir,
      env: { ...FUZZED_SETTINGS, ...prepareAgent(watchedFolder) },
    });
  };

  beforeAll(async () => {
    smtpUrl = `smtp://127.0.0.1:${await findFreePort()}`;
    started = await startSystem({
      env: {
        RATE_LIMIT: 'off',
        // Longer than a request waits, so that an application that is being created has to be asked for.
        RESOURCE_CREATION_DELAY_MS: '3000',
        SMTP_URL: smtpUrl,
        ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
      },
    });
  }, 120_000);

  afterAll(async () => {
    await started.stop();
    for (const folder of [started.dataDir, watchedFolder]) fs.rmSync(folder, { recursive: true, force: true });
  });

  // As long as there is nothing in it.
  describeFirstStart(system);
  describeDocuments(system);
  describeContract(system);
  describeAuthorisation(system);
  // One tour after the other, as somebody takes them who reads on: each finds what those before left.
  describeQuickstart(system);
  describeFirstMinutes(system);
  describeComplianceTour(system);
  describeMonitoringTour(system);
  describeAlertsTour(system, () => smtpUrl);
  describeDatabases(system);
  describeKills(system, restart);
  // Since the second start with an agent.
  describeHostUsers(system);
  describeAgent(system, watchedFolder);
  describeAgentTour(system);
  describeBrowser(system);
  describeBackup(system);
  // After the tours, and behind all that counts what there is.
  describeSwaggerUi(system);
  describeExamples(system);
  // Last, because it leaves odd things behind.
  describeOddRequests(system);

  it('has told no secret to its logs', () => {
    const folder = path.join(system().dataDir, 'logs');
    const secrets = secretsOf(system());
    const told = fs.readdirSync(folder).filter((name) => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      return secrets.some((secret) => text.includes(secret));
    });
    expect(told).toEqual([]);
    expect(fs.readdirSync(folder).length).toBeGreaterThan(SERVICE_NAMES.length);
  });

  it('stops cleanly on Ctrl-C and leaves no process behind', async () => {
    const pids = [...SERVICE_NAMES, 'agent' as const].map((name) => system().processId(name));
    expect(await system().stop()).toBe(0);
    expect(pids.filter((pid) => fs.existsSync(`/proc/${pid}`))).toEqual([]);
  }, 90_000);
});
