import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runMigrations } from '@wardstone/database';
import { eventually, useDatabase } from '@wardstone/testing';
import { MIGRATIONS as OF_COMPLIANCE } from '../../apps/compliance/src/data-source';
import { MIGRATIONS as OF_REGISTRY } from '../../apps/error-registry/src/data-source';
import { MIGRATIONS as OF_GATEWAY } from '../../apps/gateway/src/data-source';
import { MIGRATIONS as OF_MONITORING } from '../../apps/monitoring/src/data-source';
import { findFreePort } from '@wardstone/host';
import { workspaceRoot } from '../../tools/workspace';

const NONE = 'The database has no schema yet: run the migrations of this version.';
const OLDER = /^The schema of the database is older than this version: \d+ of its migrations are pending, up to \w+\.$/;

interface Report {
  status: string;
  checks: { database: string };
  reasons?: { database: string };
}

/** A service as it is built, which is killed after each test. */
function useBuilt(service: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-schema-'));
  let child: ChildProcess;
  let ended: Promise<void>;
  let url: string;
  let log: string;

  afterEach(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  const get = (address: string): Promise<Response> => fetch(url + address);
  const readyz = async (): Promise<{ status: number; body: Report }> => {
    const response = await get('/readyz');
    return { status: response.status, body: (await response.json()) as Report };
  };
  return {
    async start(databaseUrl: string): Promise<void> {
      const port = await findFreePort();
      url = `http://127.0.0.1:${port}`;
      log = '';
      child = spawn(process.execPath, [path.join(workspaceRoot(), 'dist', service, 'main.js')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          HOST: '127.0.0.1',
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          DRAIN_SECONDS: '0',
          SIGNING_KEY_FILE: path.join(folder, 'signing-key.json'),
        },
      });
      child.stdout?.on('data', (lines: Buffer) => (log += lines.toString()));
      ended = new Promise((resolve) => child.once('exit', () => resolve()));
    },
    lives: () => eventually('the process to live', async () => (await get('/livez')).status === 200),
    logs: (text: string) => eventually(`"${text}" in the log`, () => log.includes(text)),
    get,
    readyz,
    // On a busy machine a single check of the database may take too long.
    isReady: () =>
      eventually('the service to be ready', async () => {
        const { status, body } = await readyz();
        return status === 200 && body.status === 'ready' && body.checks.database === 'ok';
      }),
    isNotReady: (reason: RegExp) =>
      eventually(`the reason ${reason}`, async () => {
        const { status, body } = await readyz();
        return status === 503 && body.checks.database === 'failed' && reason.test(body.reasons?.database ?? '');
      }),
    exitCode: async (): Promise<number | null> => {
      await ended;
      return child.exitCode;
    },
    isRunning: (): boolean => child.exitCode === null,
  };
}

describe.each([
  { service: 'gateway', migrations: OF_GATEWAY, address: '/auth/jwks.json' },
  { service: 'compliance', migrations: OF_COMPLIANCE, address: '/api/compliance/v2/policies' },
  { service: 'monitoring', migrations: OF_MONITORING, address: '/rest/status' },
  { service: 'error-registry', migrations: OF_REGISTRY, address: '/api/v1/error' },
])('$service and the schema of its database', ({ service, migrations, address }) => {
  const db = useDatabase({ name: `schema_${service.replace('-', '_')}`, migrations: [] });
  const process = useBuilt(service);

  it('waits, alive and not ready, for an existing and recent schema, and is ready when it is newer', async () => {
    await process.start(db.url);
    await process.lives();
    await process.isNotReady(new RegExp(`^${NONE}$`));
    expect((await process.get(address)).status).toBe(503);
    await process.logs(NONE);

    await runMigrations({ url: db.url, applicationName: 'spec', migrations });
    await process.isReady();
    expect((await process.get('/livez')).status).toBe(200);

    await db.query("INSERT INTO migration (timestamp, name) VALUES (1999999999999, 'OfTheNextVersion1999999999999')");
    await process.isReady();
    const newest = migrations.at(-1)!.name;
    const [kept] = await db.query<{ timestamp: number }>(
      'DELETE FROM migration m WHERE m.name = $1 RETURNING m.timestamp',
      [newest],
    );
    await process.isNotReady(OLDER);
    await db.query('INSERT INTO migration (timestamp, name) VALUES ($1, $2)', [kept?.timestamp, newest]);
    await process.isReady();
    await process.logs('usable again');
  });
});

describe('a service', () => {
  const db = useDatabase({ name: 'schema_start', migrations: OF_COMPLIANCE });
  const process = useBuilt('compliance');

  it('starts on a schema that is newer', async () => {
    await db.query("INSERT INTO migration (timestamp, name) VALUES (1999999999999, 'OfTheNextVersion1999999999999')");
    await process.start(db.url);

    await process.isReady();
  });

  it('is alive while its database is away', async () => {
    await process.start(`postgres://nobody:secret@127.0.0.1:${await findFreePort()}/away`);
    await process.lives();

    expect(await process.readyz()).toEqual({
      status: 503,
      body: { status: 'not ready', checks: { database: 'failed' } },
    });
    await process.logs('ECONNREFUSED');
    expect(process.isRunning()).toBe(true);
  });

  it('ends when the database refuses its password', async () => {
    const wrong = new URL(db.url);
    wrong.password = 'wrong';
    await process.start(wrong.toString());

    expect(await process.exitCode()).toBe(1);
    await process.logs('The database rejected the connection');
  });
});
