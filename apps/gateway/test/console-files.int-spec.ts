import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { TestClock } from '@wardstone/clock';
import type { Database } from '@wardstone/database';
import { Client } from 'pg';
import { ConsoleFileQueries } from '../src/pages/console-file.queries';
import { ConsoleFiles } from '../src/pages/console-files';
import { basic, type GatewayFixture, startGateway } from './gateway-fixture';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An upgrade under way: replicas of two builds of the console on one database. */
describe('files of the console', () => {
  let folder: string;
  let older: GatewayFixture;
  let newer: GatewayFixture;
  let client: Client;

  /** A build whose page names one script. */
  async function makeBuild(script: string, content: string): Promise<string> {
    const at = path.join(folder, script);
    await mkdir(path.join(at, 'assets'), { recursive: true });
    await writeFile(path.join(at, 'index.html'), `<!doctype html><script src="/console/assets/${script}.js"></script>`);
    await writeFile(path.join(at, 'assets', `${script}.js`), content);
    await writeFile(path.join(at, 'assets', `${script}.js.br`), brotliCompressSync(content));
    return at;
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'wardstone-builds-'));
    older = await startGateway({}, await makeBuild('older', 'old()'));
    newer = await startGateway({ DATABASE_URL: older.databaseUrl }, await makeBuild('newer', 'fresh()'));
    client = new Client({ connectionString: older.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await newer.close();
    await older.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A new tab: the page from one replica, its files from the other. */
  const openTab = async (from: GatewayFixture, other: GatewayFixture, encoding: string): Promise<Response> => {
    const page = await fetch(`${from.url}/console/`, { headers: { authorization: basic('viewer') } });
    const [, script] = /src="([^"]+)"/.exec(await page.text())!;
    return fetch(other.url + script!, { headers: { 'accept-encoding': encoding } });
  };

  it.each(['br', 'identity'])('of a new build are served by the old replica for %s', async (encoding) => {
    const file = await openTab(newer, older, encoding);

    expect([file.status, await file.text()]).toEqual([200, 'fresh()']);
    expect(file.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null);
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(file.headers.get('cache-control')).toContain('immutable');
  });

  it('of an old build are served by the new replica', async () => {
    const file = await openTab(older, newer, 'identity');

    expect([file.status, await file.text()]).toEqual([200, 'old()']);
  });

  it.each(['none-1.js', 'newer.js.br', '%00.js', `${'x'.repeat(300)}.js`, '%25.js', 'a%20b.js'])(
    'are not found as %s',
    async (name) => {
      await openTab(newer, older, 'br');
      const response = await fetch(`${older.url}/console/assets/${name}`, {
        headers: { authorization: basic('viewer') },
      });
      expect([404, 400]).toContain(response.status);
    },
  );

  describe('that are stored', () => {
    const clock = new TestClock(Date.UTC(2026, 0, 1));
    const warn = jest.fn();
    const open = (build: string): ConsoleFiles => {
      const query = async (sql: string, params: unknown[]) => (await client.query(sql, params)).rows as object[];
      const queries = new ConsoleFileQueries({ query } as unknown as Database);
      return new ConsoleFiles(build, queries, clock, { warn } as never);
    };
    const stored = async (): Promise<string[]> =>
      (await client.query<{ name: string }>('SELECT name FROM console_file ORDER BY name')).rows.map(
        ({ name }) => name,
      );

    it('are deleted 30 days after their build was last opened', async () => {
      await client.query('DELETE FROM console_file');
      const [left, kept] = [open(await makeBuild('left', '1')), open(await makeBuild('kept', '2'))];
      await left.readPage();
      await kept.readPage();
      clock.advance(29 * DAY_MS);
      await kept.readPage();
      expect(await stored()).toEqual(['kept.js', 'kept.js.br', 'left.js', 'left.js.br']);
      clock.advance(2 * DAY_MS);
      await kept.readPage();
      expect(await stored()).toEqual(['kept.js', 'kept.js.br']);
    });

    it('that cannot be stored delay no page', async () => {
      await client.query('ALTER TABLE console_file RENAME TO console_file_away');
      const page = await open(await makeBuild('late', '3')).readPage();
      await client.query('ALTER TABLE console_file_away RENAME TO console_file');

      expect(page).toContain('late.js');
      expect(warn).toHaveBeenCalledTimes(1);
    });
  });
});
