import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findFreePort, waitUntil } from '@wardstone/host';
import { type AppName, makeEnvironment } from '../../apps/launcher/src';
import { workspaceRoot } from '../workspace';

const READY_TIMEOUT_MS = 120_000;
/** Timeout of a check; on a busy machine, a late response does not mean unready. */
const ANSWER_TIMEOUT_MS = 10_000;

export interface ReplicaOptions {
  /** App in dist/. */
  app: AppName;
  env: Readonly<Record<string, string>>;
  logFile: string;
}

/** A process of a service, restarted on the same port like a pod with the same name. */
export class Replica {
  private child: ChildProcess | undefined;
  private ended: Promise<number | null> = Promise.resolve(null);

  private constructor(
    private readonly options: ReplicaOptions,
    readonly port: number,
  ) {}

  static async create(options: ReplicaOptions): Promise<Replica> {
    return new Replica(options, await findFreePort());
  }

  /**
   * Starts it and waits until it is ready.
   * @throws Error when it does not become ready
   */
  async start(): Promise<void> {
    const { app, env, logFile } = this.options;
    const log = fs.openSync(logFile, 'a');
    const script = path.join(workspaceRoot(), 'dist', app, 'main.js');
    const child = spawn(process.execPath, ['--enable-source-maps', script], {
      env: { ...makeEnvironment(app, process.env), ...env, PORT: String(this.port) },
      stdio: ['ignore', log, log, 'ipc'],
    });
    fs.closeSync(log);
    this.child = child;
    this.ended = new Promise((resolve) => child.once('exit', resolve));
    const isUp = await waitUntil(async () => child.exitCode !== null || (await this.isReady()), READY_TIMEOUT_MS, 50);
    if (!isUp || child.exitCode !== null) throw new Error(`${app} did not become ready; see ${logFile}`);
  }

  /** Sends SIGTERM like a cluster; returns the exit code. */
  terminate(): Promise<number | null> {
    this.child?.kill('SIGTERM');
    return this.ended;
  }

  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended;
  }

  async isReady(): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.port}/readyz`, {
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
