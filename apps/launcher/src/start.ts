import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkout } from './programs';
import { Installation } from './installation';
import { StartError, readSettings } from './settings';
import { Terminal } from './terminal';

/** npm forwards Ctrl-C although the terminal has already delivered it; only a later one counts as a second. */
const SAME_KEYPRESS_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

/** Implements `npm start`: runs everything until Ctrl-C. */
export async function start(checkout: Checkout): Promise<number> {
  // A closed terminal or pipe must not end this process before the programs are stopped.
  process.stdout.on('error', () => undefined);
  const terminal = new Terminal();
  try {
    const settings = readSettings(process.env, checkout.folder);
    return await run(new Stopper(), (failed) => new Installation(checkout, settings, terminal, failed), terminal);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function run(
  stopper: Stopper,
  create: (failed: (sentence: string) => void) => Installation,
  terminal: Terminal,
): Promise<number> {
  const installation = create((sentence) => stopper.fail(sentence));
  stopper.onSecond(() => installation.killAll());
  let failure: Error | undefined;
  await Promise.race([installation.start(), stopper.requested]).catch((error: Error) => (failure = error));
  if (failure === undefined) await stopper.requested;
  if (stopper.wasRequested) terminal.step('stopping');
  await installation.stop();
  stopper.dispose();
  if (failure !== undefined) throw failure;
  if (stopper.failure !== undefined) throw new StartError(stopper.failure);
  terminal.done('stopped');
  return 0;
}

/** Called when everything should stop: by a signal, because npm is gone, or because a program is lost. */
class Stopper {
  wasRequested = false;
  failure: string | undefined;
  readonly requested: Promise<void>;
  private resolve: () => void = () => undefined;
  private second: () => void = () => undefined;
  private readonly isUp = new AbortController();

  constructor() {
    this.requested = new Promise((resolve) => (this.resolve = resolve));
    let firstAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        firstAt ??= performance.now();
        if (performance.now() - firstAt > SAME_KEYPRESS_MS) this.second();
        this.requestStop();
      });
    }
    if (process.env['npm_lifecycle_event'] !== undefined) void this.watchParent();
  }

  onSecond(hurry: () => void): void {
    this.second = hurry;
  }

  fail(sentence: string): void {
    this.failure ??= sentence;
    this.requestStop();
  }

  dispose(): void {
    this.isUp.abort();
  }

  private requestStop(): void {
    this.wasRequested = true;
    this.resolve();
  }

  /** npm cannot forward a signal if it is killed. */
  private async watchParent(): Promise<void> {
    const parent = process.ppid;
    while (!this.isUp.signal.aborted) {
      if (process.ppid !== parent) return this.requestStop();
      await sleep(PARENT_CHECK_MS, undefined, { ref: false, signal: this.isUp.signal }).catch(() => undefined);
    }
  }
}
