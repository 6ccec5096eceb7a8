import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type PostgresOptions, type PostgresServer, startPostgres, waitUntil } from '@wardstone/host';

const KEEP = 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 42 AS answer';

describe('the embedded PostgreSQL server', () => {
  let folder: string;
  let options: PostgresOptions;
  const started: PostgresServer[] = [];
  const bystanders: ChildProcess[] = [];

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-launcher-'));
    fs.chmodSync(folder, 0o711);
  });

  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  beforeEach(() => {
    options = {
      // One for all who do not need a first start, which takes longest.
      dataFolder: path.join(folder, 'postgres'),
      logFile: path.join(folder, 'postgres.log'),
      user: 'app',
      password: 'p@ss/word',
    };
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.stop()));
    for (const bystander of bystanders.splice(0)) bystander.kill('SIGKILL');
  });

  async function start(): Promise<PostgresServer> {
    const server = await startPostgres(options);
    started.push(server);
    return server;
  }

  async function run(server: PostgresServer, sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: server.url() });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  it('keeps its data when it is stopped and started again', async () => {
    const first = await start();
    await run(first, KEEP);
    await first.stop();

    expect(await run(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('knows the letter cases of all scripts, and sorts by code points', async () => {
    const server = await start();
    expect(await run(server, `SELECT lower('ÄÉŁЖ') AS small, upper('żółty') AS large`)).toEqual([
      { small: 'äéłж', large: 'ŻÓŁTY' },
    ]);
    const sorted = await run(server, `SELECT name FROM unnest(ARRAY['ä', 'b', 'Z', 'a']) name ORDER BY name`);
    expect(sorted).toEqual([{ name: 'Z' }, { name: 'a' }, { name: 'b' }, { name: 'ä' }]);
  });

  it('keeps every committed row when the server is killed', async () => {
    const first = await start();
    await run(first, KEEP);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;

    expect(await run(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('takes over from a server that a killed launcher left running', async () => {
    const orphan = await start();
    await run(orphan, KEEP);

    const next = await start();

    expect(next.pid).not.toBe(orphan.pid);
    expect(await run(next, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('starts although the id of its dead server now belongs to another program, which keeps running', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    bystanders.push(bystander);
    const pidFile = path.join(options.dataFolder, 'postmaster.pid');
    fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)));

    await run(await start(), 'SELECT 1');

    expect(bystander.exitCode).toBeNull();
    expect(bystander.signalCode).toBeNull();
  });

  it('starts from scratch after an interrupted first start', async () => {
    options.dataFolder = path.join(folder, 'interrupted');
    fs.mkdirSync(`${options.dataFolder}.new/base`, { recursive: true });
    fs.writeFileSync(`${options.dataFolder}.new/PG_VERSION`, '18\n');

    expect(await run(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('never touches files it did not create', async () => {
    options.dataFolder = path.join(folder, 'documents');
    fs.mkdirSync(options.dataFolder);
    fs.writeFileSync(path.join(options.dataFolder, 'thesis.txt'), 'years of work');

    await expect(start()).rejects.toThrow(/not empty/i);

    expect(fs.readFileSync(path.join(options.dataFolder, 'thesis.txt'), 'utf8')).toBe('years of work');
  });

  it('reports in one sentence why it cannot start', async () => {
    const first = await start();
    const other = { ...options, dataFolder: path.join(folder, 'other'), port: first.port };

    await expect(startPostgres(other)).rejects.toThrow(/^The database server did not start: .*could not bind/);
  });

  it('reports that its process has ended', async () => {
    const server = await start();
    let isGone = false;
    void server.exited.then(() => (isGone = true));
    process.kill(server.pid, 'SIGKILL');

    expect(await waitUntil(() => isGone, 60_000)).toBe(true);
  });
});
