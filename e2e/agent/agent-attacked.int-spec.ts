import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RoleName } from '@wardstone/auth';
import { eventually } from '@wardstone/testing';
import { useMonitoring } from '../../apps/monitoring/src/test/use-monitoring';
import { workspaceRoot } from '../../tools/workspace';
import { type LoginDoor, openLoginDoor } from './login-door';

const SECRET = 'd-of-the-signing-key';
/** More files than the agent follows for one resource, so they are spread over several. */
const GUESSED_PIDS = 60;
const PER_RESOURCE = 20;

interface Event {
  detail: string;
  source: number;
}

/** A real agent, and what people tell it to read through the server. */
describe('an agent that the server asks for secrets', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'agent-attacked-')));
  const key = path.join(folder, 'gateway-signing-key.json');
  const logs = path.join(folder, 'logs');
  const goodLog = path.join(logs, 'good.log');
  const children: ChildProcess[] = [];
  let door: LoginDoor;
  let machine: number;

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await door.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const api = useMonitoring(() => ({ AGENTS_IMPORT: 'on' }));
  const start = (program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    children.push(child);
    return child;
  };
  /** Puts a resource with these log files below the machine. */
  const name = async (role: RoleName, resourceName: string, paths: readonly string[]) => {
    const logFiles = paths.map((each) => ({ path: each, minimumSeverity: 'DEBUG' }));
    const response = await fetch(`${api.url}/rest/resource`, {
      method: 'POST',
      headers: {
        ...api.credentialsOf({ username: role, roles: [role] }),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({
        resourceName,
        typeName: 'Server Process',
        pluginName: 'Processes',
        parentId: machine,
        pluginConfig: { program: 'none', logFiles },
      }),
    });
    const { resourceId } = (await response.json()) as { resourceId: number };
    return { status: response.status, errorType: response.headers.get('x-error-type'), resourceId };
  };
  const getEvents = async (resourceId: number): Promise<string[]> => {
    const { body } = await api.get(`/rest/event/${resourceId}/events?startTime=1&ps=200`).expect(200);
    return (body as Event[]).map(({ detail }) => detail);
  };

  beforeAll(async () => {
    door = await openLoginDoor(api, 'agent-a');
    fs.mkdirSync(logs);
    fs.writeFileSync(key, `{"keys":["${SECRET}"]}\n`, { mode: 0o600 });
    fs.writeFileSync(goodLog, 'past\n');
    start(process.execPath, [path.join(workspaceRoot(), 'dist', 'agent', 'main.js')], {
      WARDSTONE_URL: door.url,
      AGENT_NAME: 'agent-a',
      AGENT_TOKEN: 'wsj_any',
      AGENT_STATE_DIR: path.join(folder, 'state'),
      AGENT_IMPORT: 'on',
      AGENT_SYNC_SECONDS: '1',
      AGENT_LOG_FILES: '',
      AGENT_LOG_ROOTS: logs,
      LOG_LEVEL: 'silent',
    });
    await eventually('the machine', async () => {
      const { body } = await api.get('/rest/resource/platforms');
      machine = (body as { resourceId: number }[])[0]?.resourceId ?? 0;
      return machine !== 0;
    });
  }, 180_000);

  it('gets no such order from an operator', async () => {
    expect(await name('operator', 'log reader', [key])).toMatchObject({
      status: 403,
      errorType: 'connection_property_forbidden',
    });
  });

  it('reads none for an administrator either, by any path, and reports the reason on the resource', async () => {
    const link = path.join(logs, 'link.log');
    fs.symlinkSync(key, link);
    const lastPid = Number(fs.readFileSync('/proc/loadavg', 'utf8').trim().split(' ').at(-1));
    const toCome = Array.from({ length: GUESSED_PIDS }, (_, n) => `/proc/${lastPid + 5 + n}/root${key}`);
    const messages = [
      [key, link, `/proc/${process.pid}/root${key}`, `/proc/self/root${key}`, goodLog],
      ...[0, 1, 2].map((part) => toCome.slice(part * PER_RESOURCE, (part + 1) * PER_RESOURCE)),
    ];
    const ids: number[] = [];
    for (const [n, paths] of messages.entries()) {
      const { status, resourceId } = await name('admin', `reader ${n}`, paths);
      expect(status).toBe(201);
      ids.push(resourceId);
    }
    await eventually('a refusal', async () => (await getEvents(ids[0]!)).length >= 4);

    // Processes get the guessed ids, and the file is replaced as accounts and keys are.
    for (let n = 0; n < GUESSED_PIDS + 20; n++) start('sleep', ['30']);
    fs.writeFileSync(`${key}.next`, `{"keys":["${SECRET}"]}\n`);
    fs.renameSync(key, `${key}.1`);
    fs.renameSync(`${key}.next`, key);
    // Reads one after the other, because a replaced file would be read in the second one.
    for (let n = 0; n < 5; n++) {
      fs.appendFileSync(goodLog, `INFO of no secret ${n}\n`);
      await eventually('a look', async () => (await getEvents(ids[0]!)).includes(`INFO of no secret ${n}`));
    }

    const details = (await Promise.all(ids.map(getEvents))).flat();
    expect(details.filter((detail) => detail.includes(SECRET))).toEqual([]);
    expect(details).toContain(`Not read, ${key}: it is outside the agent's AGENT_LOG_ROOTS.`);
    expect(details.filter((detail) => detail.startsWith('Not read, /proc/'))).toHaveLength(GUESSED_PIDS + 2);
    expect(details.filter((detail) => detail.startsWith(`Not read, ${link}: `))).toHaveLength(1);
  }, 120_000);
});
