import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { runMigrations } from '@wardstone/database';
import { useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../../apps/compliance/src/data-source';
import { findFreePort } from '../../tools/free-port';
import { waitUntil } from '../../tools/processes';
import { workspaceRoot } from '../../tools/workspace';

const NONE = 'The database has no schema yet: run the migrations of this version.';
const OLDER = /^The schema of the database is older than this version: \d+ of its migrations must be run, up to \w+\.$/;

/** A second until it looks again, and the start of a process on a busy machine. */
const START_MS = 60_000;

interface Answer {
  status: number;
  body: string;
}

describe('a service and the schema of its database', () => {
  const db = useDatabase({ name: 'schema_start', migrations: [] });
  let child: ChildProcess;
  let ended: Promise<void>;
  let url: string;
  let log: string;

  async function start(databaseUrl: string): Promise<void> {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    log = '';
    child = spawn(process.execPath, [path.join(workspaceRoot(), 'dist', 'compliance', 'main.js')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: databaseUrl, DRAIN_SECONDS: '0' },
    });
    child.stdout?.on('data', (lines: Buffer) => (log += lines.toString()));
    ended = new Promise((resolve) => child.once('exit', () => resolve()));
  }

  const get = async (address: string): Promise<Answer | undefined> => {
    const response = await fetch(`${url}${address}`).catch(() => undefined);
    return response && { status: response.status, body: await response.text() };
  };
  const readyz = async () => {
    const answer = await get('/readyz');
    return answer && { status: answer.status, body: JSON.parse(answer.body) as { reasons?: { database: string } } };
  };
  const isReady = async () => (await readyz())?.status === 200;
  const migrate = (migrations: typeof MIGRATIONS | readonly (typeof MIGRATIONS)[number][]) =>
    runMigrations({ url: db.url, applicationName: 'spec', migrations });

  afterEach(async () => {
    child.kill('SIGKILL');
    await ended;
  });

  it(
    'waits, alive and not ready, for a schema that is there and new enough',
    async () => {
      await db.query('DROP TABLE IF EXISTS migration');
      await start(db.url);
      expect(await waitUntil(async () => (await get('/livez'))?.status === 200, START_MS, 20)).toBe(true);
      expect(await readyz()).toEqual({
        status: 503,
        body: { status: 'not ready', checks: { database: 'failed' }, reasons: { database: NONE } },
      });
      expect((await get('/api/compliance/v2/policies'))?.status).toBe(503);
      expect(await waitUntil(() => Promise.resolve(log.includes(NONE)), 5_000, 20)).toBe(true);

      await migrate(MIGRATIONS.slice(0, 2));
      const isOlder = async () => OLDER.test((await readyz())?.body.reasons?.database ?? '');
      expect(await waitUntil(isOlder, 10_000, 50)).toBe(true);

      await migrate(MIGRATIONS);
      expect(await waitUntil(isReady, START_MS, 50)).toBe(true);
      expect((await get('/livez'))?.status).toBe(200);
    },
    4 * START_MS,
  );

  it(
    'stays ready when the schema is newer, and is not while it is older',
    async () => {
      await migrate(MIGRATIONS);
      await db.query("INSERT INTO migration (timestamp, name) VALUES (1999999999999, 'OfTheNextVersion1999999999999')");
      await start(db.url);
      expect(await waitUntil(isReady, START_MS, 50)).toBe(true);

      const newest = MIGRATIONS.at(-1)!.name;
      const [kept] = await db.query<{ timestamp: number }>(
        'DELETE FROM migration m WHERE m.name = $1 RETURNING m.timestamp',
        [newest],
      );
      expect((await readyz())?.body.reasons?.database).toMatch(OLDER);
      await db.query('INSERT INTO migration (timestamp, name) VALUES ($1, $2)', [kept?.timestamp, newest]);
      expect(await readyz()).toEqual({ status: 200, body: { status: 'ready', checks: { database: 'ok' } } });
      expect(await waitUntil(() => Promise.resolve(log.includes('usable again')), 5_000, 20)).toBe(true);
    },
    4 * START_MS,
  );

  it(
    'is alive while its database is away',
    async () => {
      await start(`postgres://nobody:secret@127.0.0.1:${await findFreePort()}/away`);
      expect(await waitUntil(async () => (await get('/livez'))?.status === 200, START_MS, 20)).toBe(true);

      expect(await readyz()).toEqual({ status: 503, body: { status: 'not ready', checks: { database: 'failed' } } });
      expect(await waitUntil(() => Promise.resolve(log.includes('ECONNREFUSED')), 5_000, 20)).toBe(true);
      expect(child.exitCode).toBeNull();
    },
    4 * START_MS,
  );

  it(
    'ends when the database refuses its password',
    async () => {
      const wrong = new URL(db.url);
      wrong.password = 'wrong';
      await start(wrong.toString());
      await ended;

      expect(child.exitCode).toBe(1);
      expect(log).toContain('The database rejected the connection');
    },
    4 * START_MS,
  );
});
