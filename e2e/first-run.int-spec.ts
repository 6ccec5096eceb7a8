import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '../tools/processes';
import { SERVICE_NAMES, startSystem } from '../tools/system';
import type { RunningSystem, ServiceName } from '../tools/system';
import { workspaceRoot } from '../tools/workspace';
import { describeBackup } from './production/backup.suite';

const GUIDES = '/api/compliance/v2/security_guides';
const SYSTEMS = '/api/compliance/v2/systems';
/** For the load under which it is copied. */
const NO_LIMITS = { RATE_LIMIT: 'off' };

/** One sentence and exit code 1: what a start that cannot succeed says. */
function failedStart(env: NodeJS.ProcessEnv): { code: number | null; sentence: string } {
  const root = workspaceRoot();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-failed-'));
  fs.chmodSync(dataDir, 0o755);
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'tools', 'run.mjs'), 'start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  fs.rmSync(dataDir, { recursive: true, force: true });
  return { code: status, sentence: stderr.trim() };
}

describe('npm start', () => {
  let system: RunningSystem;
  const stored: string[] = [];

  const login = (): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`admin:${system.adminPassword}`).toString('base64')}`,
  });

  /** Stores a system through the gateway; once it answered, the system must never be lost. */
  async function store(id: string): Promise<number> {
    const answer = await fetch(`${system.gatewayUrl}${SYSTEMS}/${id}`, {
      method: 'PUT',
      headers: { ...login(), 'content-type': 'application/json' },
      body: JSON.stringify({ display_name: id, os_major_version: 9, os_minor_version: 1 }),
    });
    if (answer.status === 201) stored.push(id);
    await answer.arrayBuffer();
    return answer.status;
  }

  /** What is stored may be out of reach for a moment, which is said by 503, but never gone. */
  async function isStored(id: string): Promise<boolean> {
    let status = 503;
    await waitUntil(
      async () => {
        const answer = await fetch(`${system.gatewayUrl}${SYSTEMS}/${id}`, { headers: login() });
        await answer.arrayBuffer();
        status = answer.status;
        return status !== 503;
      },
      30_000,
      100,
    );
    return status === 200;
  }

  const answersAgain = (name: ServiceName): Promise<boolean> =>
    waitUntil(
      async () => (await fetch(`${system.serviceUrl(name)}/readyz`).catch(() => undefined))?.status === 200,
      30_000,
      100,
    );

  const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

  beforeAll(async () => {
    system = await startSystem({ env: NO_LIMITS });
  }, 120_000);

  afterAll(async () => {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  });

  it('ends with one block that names the gateway, Swagger UI and the login', () => {
    const block = system.output().slice(system.output().indexOf('Wardstone is ready'));
    expect(block).toContain(system.gatewayUrl);
    expect(block).toContain('/docs');
    expect(block).toContain(`admin / ${system.adminPassword}`);
    expect(block).toContain('Ctrl-C');
  });

  it('keeps the password to its owner', () => {
    expect(fs.statSync(path.join(system.dataDir, 'admin-password')).mode & 0o777).toBe(0o600);
  });

  it('lets the administrator in through the gateway', async () => {
    const answer = await fetch(`${system.gatewayUrl}${GUIDES}`, { headers: login() });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it.each(SERVICE_NAMES.map((name, n) => [name, n] as const))(
    'brings %s back after kill -9, with all that was stored',
    async (name, n) => {
      expect(await store(id(n))).toBe(201);
      const killed = system.processId(name);
      process.kill(killed, 'SIGKILL');
      expect(await waitUntil(() => system.processId(name) !== killed, 30_000, 100)).toBe(true);
      expect(await answersAgain(name)).toBe(true);
      for (const known of stored) expect([known, await isStored(known)]).toEqual([known, true]);
    },
    90_000,
  );

  it('survives kill -9 of the database server: 503 while it is away, and nothing is lost', async () => {
    expect(await store(id(100))).toBe(201);
    const postmaster = Number(fs.readFileSync(findPostmasterFile(system.dataDir), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    const statuses = new Set<number>();
    const isBack = await waitUntil(
      async () => {
        const answer = await fetch(`${system.gatewayUrl}${SYSTEMS}/${id(100)}`, { headers: login() });
        await answer.arrayBuffer();
        statuses.add(answer.status);
        return answer.status === 200;
      },
      60_000,
      50,
    );
    expect(isBack).toBe(true);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    for (const known of stored) expect([known, await isStored(known)]).toEqual([known, true]);
  }, 90_000);

  it('finds the data again after kill -9 of npm start itself, ready in under 10 s', async () => {
    await system.kill();
    const startedAt = performance.now();
    system = await startSystem({ dataDir: system.dataDir, env: NO_LIMITS });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    for (const known of stored) expect([known, await isStored(known)]).toEqual([known, true]);
  }, 90_000);

  it('explains a port in use in one sentence', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as net.AddressInfo;
    const { code, sentence } = failedStart({ GATEWAY_PORT: String(port) });
    server.close();
    expect(code).toBe(1);
    expect(sentence).toMatch(new RegExp(`^Port ${port}, needed for gateway, is in use by another program; .*\\.$`));
  }, 60_000);

  it('explains an unreachable database in one sentence', () => {
    const { code, sentence } = failedStart({
      GATEWAY_PORT: '1',
      DATABASE_URL_COMPLIANCE: 'postgres://nobody:nothing@127.0.0.1:1/nowhere',
    });
    expect(code).toBe(1);
    expect(sentence).toMatch(/DATABASE_URL_COMPLIANCE/);
    expect(sentence.split('\n')).toHaveLength(1);
    expect(sentence).not.toContain('nothing');
  }, 60_000);

  describeBackup(() => system);

  it('stops cleanly on Ctrl-C and leaves no process behind', async () => {
    const pids = SERVICE_NAMES.map((name) => system.processId(name));
    expect(await system.stop()).toBe(0);
    const alive = pids.filter((pid) => fs.existsSync(`/proc/${pid}`));
    expect(alive).toEqual([]);
  }, 90_000);
});

function findPostmasterFile(dataDir: string): string {
  const found = fs
    .readdirSync(dataDir)
    .map((entry) => path.join(dataDir, entry, 'postmaster.pid'))
    .find((file) => fs.existsSync(file));
  if (found === undefined) throw new Error('the database server is not running');
  return found;
}
