import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { RunningSystem } from '../../tools/system';
import { main } from '../../tools/wardstone';
import { workspaceRoot } from '../../tools/workspace';

interface Ran {
  code: number;
  said: string;
  /** Standard error. */
  complained: string;
}

/** Someone at a shell. */
export interface Hands {
  /** A folder for files, and a home of its own. */
  folder: string;
  /** Runs in this process. */
  run: (...args: string[]) => Promise<Ran>;
  /**
   * Runs a command that must succeed.
   *
   * @returns what was printed
   */
  ask: (...args: string[]) => Promise<string>;
  /** Starts `npx wardstone` as a process. */
  start: (args: readonly string[], env?: NodeJS.ProcessEnv, cwd?: string) => ChildProcess;
  /** Runs the command as a process. */
  runProcess: (args: readonly string[], env?: NodeJS.ProcessEnv, input?: string, cwd?: string) => Promise<Ran>;
  /** Methods of the requests sent since the last call. */
  requests: () => string[];
  write: (name: string, text: string) => string;
}

/** Credentials of the administrator, unless the environment of a test has others. */
export function useHands(system: () => RunningSystem): Hands {
  const environment = { ...process.env };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-shell-'));
  let sent: string[] = [];
  let complained = '';
  const own = (): NodeJS.ProcessEnv => ({
    WARDSTONE_URL: system().gatewayUrl,
    WARDSTONE_PASSWORD: system().adminPassword,
    DATA_DIR: system().dataDir,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
  });

  // Runs before the suites prepare their records.
  beforeAll(() => {
    Object.assign(process.env, own());
    jest.spyOn(console, 'error').mockImplementation((line: unknown) => void (complained += `${String(line)}\n`));
    const send = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation((request, init) => {
      sent.push(request instanceof Request ? request.method : (init?.method ?? 'GET'));
      return send(request, init);
    });
  });
  afterEach(() => {
    process.env = { ...environment, ...own() };
  });
  afterAll(() => {
    jest.restoreAllMocks();
    process.env = environment;
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  const run = async (...args: string[]): Promise<Ran> => {
    const output = new PassThrough();
    let said = '';
    output.on('data', (chunk: Buffer) => (said += chunk.toString()));
    complained = '';
    const code = await main(args, output);
    return { code, said, complained };
  };
  const start: Hands['start'] = (args, env = {}, cwd = folder) =>
    spawn(process.execPath, [path.join(workspaceRoot(), 'tools/bin/wardstone.mjs'), ...args], {
      cwd,
      env: { PATH: process.env['PATH'], ...own(), ...env },
    });
  return {
    folder,
    run,
    async ask(...args) {
      const { code, said, complained: problem } = await run(...args);
      if (code !== 0) throw new Error(`wardstone ${args.join(' ')}: ${code}\n${said}${problem}`);
      return said;
    },
    start,
    async runProcess(args, env, input = '', cwd = folder) {
      const child = start(args, env, cwd);
      const ran: Ran = { code: 0, said: '', complained: '' };
      child.stdout!.on('data', (chunk: Buffer) => (ran.said += chunk.toString()));
      child.stderr!.on('data', (chunk: Buffer) => (ran.complained += chunk.toString()));
      child.stdin!.end(input);
      ran.code = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
      return ran;
    },
    requests() {
      const before = sent;
      sent = [];
      return before;
    },
    write(name, text) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
      return file;
    },
  };
}
