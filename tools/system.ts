import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isPortFree } from '@wardstone/host';
import { workspaceRoot } from './workspace';

export const SERVICE_NAMES = ['error-registry', 'compliance', 'monitoring', 'gateway'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
/** All programs that run as processes beside the database. */
export type PartName = ServiceName | 'agent';

/** The whole product as run by `npm start`, on free ports and in its own folder. */
export interface RunningSystem {
  gatewayUrl: string;
  dataDir: string;
  adminPassword: string;
  /** The administrator's Authorization header, for the gateway. */
  login: string;
  /** The same with a token of the gateway, which services accept as well. */
  tokenOf(login?: string): Promise<string>;
  /** Output so far. */
  output(): string;
  /** Process id of a running part. */
  processId(name: PartName): number;
  /** URL of a service, bypassing the gateway. */
  serviceUrl(name: ServiceName): string;
  /** Sends Ctrl-C or another signal, and waits for the end. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends SIGKILL to only the supervising process. */
  kill(): Promise<void>;
}

export interface SystemOptions {
  /** Checkout that is started; by default this one. */
  root?: string;
  /** Kept between starts by the caller; by default a new one. */
  dataDir?: string;
  env?: NodeJS.ProcessEnv;
  /** Started with `npm start`, so that signals go to npm's own process. */
  underNpm?: boolean;
}

/** Below the ports that systems assign to outgoing connections. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

/** Finds four consecutive free ports. */
async function findPortBlock(): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + 4 * Math.floor((Math.random() * (LAST_PORT - FIRST_PORT)) / 4);
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isPortFree(first + offset, '127.0.0.1')));
    if (free.every(Boolean)) return first;
  }
}

/** Starts everything and waits for the ready message. @throws Error with all output when it does not appear */
export async function startSystem({
  root = workspaceRoot(),
  dataDir,
  env = {},
  underNpm,
}: SystemOptions = {}): Promise<RunningSystem> {
  const folder = dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-'));
  fs.chmodSync(folder, 0o755);
  const port = await findPortBlock();
  const own = [process.execPath, path.join(root, 'tools', 'run.mjs'), 'start'];
  const [program, ...args] = underNpm ? ['npm', 'start'] : own;
  const child = spawn(program!, args, {
    cwd: root,
    // Only tests of the agent need this machine in the inventory.
    env: {
      ...withoutNpm(process.env),
      AGENT: 'off',
      // A busy machine must not raise alerts in tests.
      BUILT_IN_ALERT_DEFINITIONS: 'off',
      DATA_DIR: folder,
      GATEWAY_PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (/Wardstone is ready/.test(output) && /Ctrl-C/.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  const adminPassword = fs.readFileSync(path.join(folder, 'admin-password'), 'utf8').trim();
  const gatewayUrl = `http://localhost:${port}`;
  const login = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
  return {
    gatewayUrl,
    dataDir: folder,
    adminPassword,
    login,
    tokenOf: (wanted = login) => fetchToken(gatewayUrl, wanted),
    output: () => output,
    processId: (name) => readProcessId(folder, name),
    serviceUrl: (name) =>
      `http://127.0.0.1:${port + ['gateway', 'compliance', 'monitoring', 'error-registry'].indexOf(name)}`,
    stop: (signal = 'SIGINT') => endWith(child, signal, ended),
    kill: async () => void (await endWith(child, 'SIGKILL', ended)),
  };
}

/** The Authorization header with an access token, for Basic credentials. */
async function fetchToken(gatewayUrl: string, login: string): Promise<string> {
  const response = await fetch(`${gatewayUrl}/auth/token`, {
    method: 'POST',
    headers: { authorization: login },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
}

/** A start below `npm` ends with npm; this one ends with its own parent. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_')));
}

function endWith(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<number | null>): Promise<number | null> {
  child.kill(signal);
  return ended;
}

function readProcessId(dataDir: string, name: PartName): number {
  const children = JSON.parse(fs.readFileSync(path.join(dataDir, 'processes.json'), 'utf8')) as {
    pid: number;
    commandLine: string;
  }[];
  const child = children.find(({ commandLine }) => commandLine.includes(path.join('dist', name, 'main.js')));
  if (!child) throw new Error(`${name} is not running; what runs: ${JSON.stringify(children)}`);
  return child.pid;
}
