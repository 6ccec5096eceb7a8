import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunAs, waitUntil } from '@wardstone/host';
import { LogFile } from './log-file';
import { StartError } from './settings';

export interface SupervisedOptions {
  name: string;
  /** Path of Node.js; by default our own. */
  node?: string;
  /** By default our own user. */
  runAs?: RunAs;
  /** Working directory, where libraries look for settings; by default our own. */
  cwd?: string;
  /** The program's JavaScript file. */
  script: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  logsToTerminal: boolean;
  /** Returns 200 when the program is ready; absent for a program without requests. */
  readyUrl?: string;
  /** Called for crashes and restarts. */
  report(sentence: string): void;
  /** Called for every started process. */
  started(pid: number): void;
}

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 40_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;
/** A program that ran this long before it failed is restarted without delay. */
const STEADY_MS = 60_000;
/** Maximum number of failures at the first start. */
const FIRST_START_ATTEMPTS = 3;

/** A service as a child process, restarted whenever it fails. */
export class SupervisedProcess {
  private readonly log: LogFile;
  private child: ChildProcess | undefined;
  private exited: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private hasBeenReady = false;
  private fallsInARow = 0;
  private failure: string | undefined;

  constructor(private readonly options: SupervisedOptions) {
    this.log = new LogFile(options.logFile);
  }

  /** Starts it and waits until it is ready. @throws StartError with its last log lines when it does not become ready */
  async start(): Promise<void> {
    this.launch();
    const settled = await waitUntil(
      async () => this.failure !== undefined || this.isStopping || (await this.isReady()),
      READY_TIMEOUT_MS,
      50,
    );
    if (this.isStopping) return;
    if (this.failure !== undefined) throw new StartError(this.failure);
    if (!settled)
      throw new StartError(
        `${this.options.name} was not ready after ${READY_TIMEOUT_MS / 1000} seconds; see ${this.log.file}.`,
      );
    this.hasBeenReady = true;
  }

  /** SIGTERM, time to finish requests in flight, then SIGKILL. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.child?.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), STOP_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timer);
    this.log.close();
  }

  kill(): void {
    this.stopping.abort();
    this.child?.kill('SIGKILL');
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private launch(): void {
    const { name, node = process.execPath, runAs = {}, cwd, script, env, logsToTerminal } = this.options;
    const logStart = this.log.size();
    const log = logsToTerminal ? ('inherit' as const) : this.log.open();
    const startedAt = performance.now();
    // Detached, so that Ctrl-C reaches only this process, which stops the programs in order. The IPC channel tells the
    // child if this process dies.
    const child = spawn(node, ['--enable-source-maps', script], {
      ...runAs,
      cwd,
      env,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    if (typeof log === 'number') fs.closeSync(log);
    this.child = child;
    if (child.pid !== undefined) this.options.started(child.pid);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        resolve();
        if (this.isStopping) return;
        const how = signal ? `was killed by ${signal}` : `ended with exit code ${code}`;
        const words = code === 0 || logsToTerminal ? undefined : this.log.lastMessage(logStart);
        this.fell(
          `${name} ${how}${words && !signal ? ` (${words.replace(/\.$/, '')})` : ''}`,
          performance.now() - startedAt,
        );
      });
      child.once('error', (error) => {
        resolve();
        this.failure = `${name} cannot be started: ${error.message}.`;
      });
    });
  }

  private fell(sentence: string, ranForMs: number): void {
    this.fallsInARow = ranForMs > STEADY_MS ? 1 : this.fallsInARow + 1;
    if (!this.hasBeenReady && this.fallsInARow >= FIRST_START_ATTEMPTS) {
      this.failure = `${sentence}; see ${this.log.file}.`;
      return;
    }
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.fallsInARow - 1));
    if (this.hasBeenReady) this.options.report(`${sentence}; starting it again`);
    void sleep(delayMs, undefined, { signal: this.stopping.signal }).then(
      () => this.startAgain(),
      () => undefined,
    );
  }

  private async startAgain(): Promise<void> {
    if (this.isStopping) return;
    this.launch();
    if (!this.hasBeenReady) return;
    const child = this.child;
    const isBack = await waitUntil(
      async () => this.isStopping || this.child !== child || (await this.isReady()),
      READY_TIMEOUT_MS,
      100,
    );
    if (isBack && !this.isStopping && this.child === child && child?.exitCode === null) {
      this.options.report(`${this.options.name} is ready again`);
    }
  }

  private async isReady(): Promise<boolean> {
    if (this.child?.exitCode !== null || this.child.signalCode !== null) return false;
    const { readyUrl } = this.options;
    if (readyUrl === undefined) return true;
    try {
      const response = await fetch(readyUrl, { signal: AbortSignal.timeout(2_000) });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
