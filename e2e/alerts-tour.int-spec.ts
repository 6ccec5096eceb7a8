import { execFile } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSystem } from '../tools/system';
import type { RunningSystem } from '../tools/system';
import { workspaceRoot } from '../tools/workspace';

const run = promisify(execFile);

/** A port that is free now, for the mail server of the tour. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** From a value to an e-mail: the script that people run. */
describe('docs/alerts-tour.mjs', () => {
  let system: RunningSystem;
  let smtpUrl: string;

  beforeAll(async () => {
    smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
    system = await startSystem({ env: { SMTP_URL: smtpUrl, ALERT_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  }, 120_000);

  afterAll(async () => {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  });

  const tour = async (): Promise<string> => {
    const script = path.join(workspaceRoot(), 'docs/alerts-tour.mjs');
    const { stdout } = await run(process.execPath, [script], {
      env: { ...process.env, WARDSTONE_URL: system.gatewayUrl, DATA_DIR: system.dataDir, SMTP_URL: smtpUrl },
    });
    return stdout;
  };

  it.each(['first', 'second'])(
    'tells of an alert, recovers, and fires what it foretold, the %s time',
    async () => {
      const output = await tour();

      expect(output).toContain('at the values number 4, 8, 10');
      expect(output).toContain('Condition 1: User Load > 96');
      expect(output).toContain('enabled: false');
      expect(output).toContain('e-mail to ops@example.test: [HIGH] tour: load is very high on sample-host');
      expect(output).toMatch(/webhook with a verified signature: alert\.fired \d+ tour: load is very high/);
      expect(output).toContain('Direct Emails: SUCCESS: sent to [ops@example.test]');
      expect(output).toContain('acknowledged by admin');
      expect(output).toContain('enabled: true');
      expect(output).toContain('foretold: 4, 8, 10; fired: 4, 8, 10');
    },
    120_000,
  );
});
