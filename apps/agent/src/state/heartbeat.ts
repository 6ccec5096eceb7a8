import fs from 'node:fs';
import type { Clock } from '@wardstone/clock';
import type { StateFolder } from './state-folder';

const INTERVAL_MS = 10_000;
/** A round that takes longer is stuck, because each read has a timeout. */
const STALLED_MS = 120_000;

/**
 * A file that is touched while all parts of the agent work, for health checks, because the agent accepts no
 * connections.
 */
export class Heartbeat {
  private readonly file: string;
  private readonly beatMs: Map<string, number>;
  private nextMs = -Infinity;

  constructor(
    state: StateFolder,
    private readonly clock: Clock,
    parts: readonly string[],
  ) {
    this.file = state.getPath('alive');
    this.beatMs = new Map(parts.map((part) => [part, clock.monotonic()]));
  }

  /** Parts that have not completed a round for too long. */
  get stalled(): string[] {
    const nowMs = this.clock.monotonic();
    return [...this.beatMs].filter(([, beatMs]) => nowMs - beatMs > STALLED_MS).map(([part]) => part);
  }

  /** Called by each part in every round. */
  beat(part: string): void {
    const nowMs = this.clock.monotonic();
    this.beatMs.set(part, nowMs);
    if (nowMs < this.nextMs || this.stalled.length > 0) return;
    this.nextMs = nowMs + INTERVAL_MS;
    fs.writeFileSync(this.file, '', { mode: 0o600 });
  }
}
