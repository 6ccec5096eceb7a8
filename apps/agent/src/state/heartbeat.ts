import fs from 'node:fs';
import type { Clock } from '@wardstone/clock';
import type { StateFolder } from './state-folder';

const INTERVAL_MS = 10_000;

/** A file that is touched while the agent works, for health checks: the agent accepts no connections. */
export class Heartbeat {
  private readonly file: string;
  private nextMs = -Infinity;

  constructor(
    state: StateFolder,
    private readonly clock: Clock,
  ) {
    this.file = state.pathOf('alive');
  }

  /** Called at every round; most of them change nothing. */
  beat(): void {
    const nowMs = this.clock.monotonic();
    if (nowMs < this.nextMs) return;
    this.nextMs = nowMs + INTERVAL_MS;
    fs.writeFileSync(this.file, '', { mode: 0o600 });
  }
}
