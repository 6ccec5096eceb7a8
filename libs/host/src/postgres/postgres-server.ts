import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../free-port';
import { signalProcess, waitUntil } from '../processes';
import { systemEnvironment } from '../system-environment';
import { locateBinaries, programPath, type RunAs, unprivilegedAccount } from './binaries';
import { resolveDataFolder } from './data-folder';
import { findHolder, readPostmasterFile } from './postmaster-file';

const START_TIMEOUT_MS = 60_000;
const RELEASE_TIMEOUT_MS = 15_000;
const FAST_STOP_TIMEOUT_MS = 20_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface PostgresOptions {
  /** Created on first use and kept; a link if the server's account cannot enter the path. */
  dataFolder: string;
  logFile: string;
  /** The first start creates this superuser with this password; later starts must use the same. */
  user: string;
  password: string;
  /** By default a free port. */
  port?: number;
  /** Further server settings, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Turns durability off, for temporary data. */
  throwAway?: boolean;
  /** Installation folder of another PostgreSQL, above its programs. */
  home?: string;
  /** Requires no password for local connections, for servers that connect to each other. */
  trusting?: boolean;
}

export interface PostgresServer {
  port: number;
  pid: number;
  /** Connection address of a database (default: `postgres`) as the superuser. */
  url(database?: string): string;
  /** Settles when the server process has ended. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server on 127.0.0.1, by default the one that npm installed, as root or as an ordinary user. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const runAs = accountFor(options.dataFolder);
  const binaries = options.home ?? locateBinaries(runAs);
  const dataFolder = resolveDataFolder(options.dataFolder, runAs);
  if (!fs.existsSync(path.join(dataFolder, 'PG_VERSION'))) initialise(binaries, dataFolder, runAs, options);
  await takeOver(dataFolder);
  fs.mkdirSync(path.dirname(options.logFile), { recursive: true });
  if (fs.existsSync(options.logFile) && fs.statSync(options.logFile).size > LOG_LIMIT_BYTES) {
    fs.renameSync(options.logFile, `${options.logFile}.1`);
  }

  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = options.port ?? (await findFreePort());
    const attempt = await launch(binaries, dataFolder, runAs, port, options);
    if ('server' in attempt) return attempt.server;
    if (performance.now() > deadline || !isPassing(attempt.failure, options)) {
      throw new Error(`The database server did not start: ${attempt.failure}`);
    }
    await sleep(250);
  }
}

/** Temporary failures: processes of a killed server remain, or the chosen port was taken. */
function isPassing(failure: string, { port }: PostgresOptions): boolean {
  if (/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(failure)) return true;
  return port === undefined && /could not bind|could not create any TCP\/IP sockets/.test(failure);
}

/** As root, uses the owner of an existing folder, otherwise an unprivileged account. */
function accountFor(dataFolder: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  if (fs.existsSync(path.join(dataFolder, 'PG_VERSION'))) {
    const { uid, gid } = fs.statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  return unprivilegedAccount();
}

function surroundings(runAs: RunAs) {
  const env = { ...systemEnvironment(process.env), LC_ALL: 'C', TZ: 'UTC' };
  return { ...runAs, cwd: process.platform === 'win32' ? undefined : '/', env };
}

/**
 * Runs initdb in a folder beside the final one, so that an interrupted first start leaves nothing that looks complete.
 */
function initialise(
  binaries: string,
  dataFolder: string,
  runAs: RunAs,
  { user, password, throwAway, trusting }: PostgresOptions,
) {
  const partial = `${dataFolder}.new`;
  fs.rmSync(partial, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(partial), { recursive: true });
  fs.mkdirSync(partial, { mode: 0o700 });
  const secretFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-'));
  const passwordFile = path.join(secretFolder, 'password');
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    for (const owned of [partial, secretFolder, passwordFile]) fs.chownSync(owned, runAs.uid, runAs.gid);
  }
  const { status, stderr, error } = spawnSync(
    programPath(binaries, 'initdb'),
    [
      '-D',
      partial,
      '-U',
      user,
      `--auth=${trusting ? 'trust' : 'scram-sha-256'}`,
      `--pwfile=${passwordFile}`,
      // Sorts by code points, but knows the letter cases of all scripts, for case-insensitive searches.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(throwAway ? ['--no-sync'] : []),
    ],
    { ...surroundings(runAs), encoding: 'utf8' },
  );
  fs.rmSync(secretFolder, { recursive: true, force: true });
  if (status !== 0) {
    fs.rmSync(partial, { recursive: true, force: true });
    throw new Error(`The database could not be created: ${(stderr || String(error)).trim()}`);
  }
  if (fs.existsSync(dataFolder)) fs.rmdirSync(dataFolder);
  fs.renameSync(partial, dataFolder);
}

/** Stops a server that an earlier, killed run left behind, so that this run becomes its parent. */
async function takeOver(dataFolder: string): Promise<void> {
  let attempts = 0;
  const isFree = await waitUntil(
    () => {
      const holder = findHolder(dataFolder);
      if (holder.kind === 'running' && holder.pid !== attempts) {
        if (!signalProcess(holder.pid, 'SIGINT')) {
          throw new Error(`The database in ${dataFolder} is in use by process ${holder.pid} of another user.`);
        }
        attempts = holder.pid;
      }
      return holder.kind === 'free';
    },
    RELEASE_TIMEOUT_MS,
    50,
  );
  if (!isFree) throw new Error(`The database in ${dataFolder} is in use by process ${attempts || 'unknown'}.`);
}

async function launch(
  binaries: string,
  dataFolder: string,
  runAs: RunAs,
  port: number,
  options: PostgresOptions,
): Promise<{ server: PostgresServer } | { failure: string }> {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(options.throwAway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...options.settings,
  };
  const log = fs.openSync(options.logFile, 'a');
  const logStart = fs.fstatSync(log).size;
  // Detached, so that Ctrl-C in the terminal does not reach the server before the services have stopped.
  const child = spawn(
    programPath(binaries, 'postgres'),
    [
      '-D',
      dataFolder,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...surroundings(runAs), detached: true, stdio: ['ignore', log, log] },
  );
  fs.closeSync(log);
  let isGone = false;
  let spawnError = '';
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      spawnError = error.message;
      resolve();
    });
  }).then(() => {
    isGone = true;
  });
  const isReady = () => {
    const file = readPostmasterFile(dataFolder);
    return file !== undefined && file.pid === child.pid && file.isReady;
  };
  const settled = await waitUntil(() => isGone || isReady(), START_TIMEOUT_MS);
  if (isGone) return { failure: spawnError || lastWords(options.logFile, logStart) };
  const server = {
    port,
    pid: child.pid ?? 0,
    url: (database = 'postgres') =>
      `postgres://${encodeURIComponent(options.user)}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`,
    exited,
    stop: () => stopServer(child, exited),
  };
  if (!settled) {
    await server.stop();
    return { failure: `it was not ready after ${START_TIMEOUT_MS / 1000} seconds` };
  }
  return { server };
}

function lastWords(logFile: string, from: number): string {
  const text = fs.readFileSync(logFile, 'utf8').slice(from).trim();
  const fatal = text.split('\n').filter((line) => /FATAL|PANIC|could not/.test(line));
  return (fatal.length > 0 ? fatal.join(' ') : text.slice(-500)) || 'it ended without a message';
}

/** SIGINT: PostgreSQL's "fast" stop, which ends sessions and writes a checkpoint. SIGQUIT: stop now, recover at the next start. */
async function stopServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
