import fs from 'node:fs';
import { findFreePort } from '../../tools/free-port';
import { startSystem } from '../../tools/system';
import type { RunningSystem } from '../../tools/system';
import { describeAlertsTour } from './alerts.suite';
import { describeComplianceTour } from './compliance.suite';
import { describeFirstMinutes } from './first-minutes.suite';
import { describeMonitoringTour } from './monitoring.suite';

/** One tour after the other on one system, as somebody takes them who reads on: each finds what those before left. */
describe('the tours', () => {
  let started: RunningSystem;
  let smtpUrl: string;

  beforeAll(async () => {
    smtpUrl = `smtp://127.0.0.1:${await findFreePort()}`;
    started = await startSystem({
      env: {
        // Longer than a request waits, so that an application that is being created has to be asked for.
        RESOURCE_CREATION_DELAY_MS: '3000',
        SMTP_URL: smtpUrl,
        ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
      },
    });
  }, 120_000);

  afterAll(async () => {
    await started.stop();
    fs.rmSync(started.dataDir, { recursive: true, force: true });
  });

  const system = (): RunningSystem => started;
  describeFirstMinutes(system);
  describeComplianceTour(system);
  describeMonitoringTour(system);
  describeAlertsTour(system, () => smtpUrl);
});
