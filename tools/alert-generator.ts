import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '@wardstone/host';
import { stringify } from 'yaml';
import { build } from './build';
import { startSystem } from './system';
import { workspaceRoot } from './workspace';

export const USAGE = `Usage: node tools/run.mjs alert-generator FOLDER [CASE …]

Runs the alert generator compliance suite of the Prometheus project against the product, for half an hour. FOLDER is the folder
alert_generator of a checkout of https://github.com/prometheus/compliance; go must be on the PATH. Cases, all by default:
PendingAndFiringAndResolved, PendingAndResolved_AlwaysInactive, ZeroFor_SmallFor, NewAlerts_OrderCheck.`;

const INTERVAL_MS = 30_000;

/** Returns the exit code of the suite. */
export async function main([suite, ...cases]: string[]): Promise<number> {
  if (suite === undefined || !fs.existsSync(path.join(suite, 'rules.yaml'))) {
    console.error(USAGE);
    return 1;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'alert-generator-'));
  const tester = path.join(folder, 'tester');
  execFileSync('go', ['build', '-o', tester, './cmd/alert_generator_compliance_tester'], {
    cwd: suite,
    env: { ...process.env, GOFLAGS: '-mod=mod' },
    stdio: 'inherit',
  });
  await build();
  const port = await findFreePort();
  const system = await startSystem({
    env: { ALERTMANAGER_URLS: `http://127.0.0.1:${port}`, ALERT_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  try {
    const rules = path.join(suite, 'rules.yaml');
    execFileSync(
      process.execPath,
      [path.join(workspaceRoot(), 'tools', 'run.mjs'), 'wardstone', 'apply', '-f', rules],
      {
        env: {
          ...process.env,
          DATA_DIR: system.dataDir,
          WARDSTONE_URL: system.gatewayUrl,
          WARDSTONE_PASSWORD: system.adminPassword,
        },
        stdio: 'inherit',
      },
    );
    // The suite expects that each rule was evaluated before.
    await new Promise((resolve) => setTimeout(resolve, 3 * INTERVAL_MS));
    const config = path.join(folder, 'config.yaml');
    fs.writeFileSync(config, configFor(system, port, cases));
    const child = spawn(tester, ['-config-file', config], { stdio: 'inherit' });
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await system.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

function configFor(
  { gatewayUrl, adminPassword }: { gatewayUrl: string; adminPassword: string },
  port: number,
  cases: readonly string[],
): string {
  const base = `${gatewayUrl}/prometheus`;
  const login = { basic_auth_user: 'admin', basic_auth_pass: adminPassword };
  return stringify({
    settings: {
      remote_write_url: `${base}/api/v1/write`,
      query_base_url: base,
      rules_and_alerts_api_base_url: base,
      alert_reception_server_port: String(port),
      alert_message_parser: 'default',
    },
    auth: { remote_write: login, rules_and_alerts_api: login, query: login },
    ...(cases.length > 0 && { test_cases: cases }),
  });
}
