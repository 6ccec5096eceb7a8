import fs from 'node:fs';
import type { Clock } from '@wardstone/clock';
import type { StateFolder } from './state-folder';

const INTERVAL_MS = 10_000;
/** A round of a part that takes longer has not merely much to read: each read has a time limit. */
const STALLED_MS = 120_000;

/** A file that is touched while all parts of the agent work, for health checks: the agent accepts no connections. */
export class Heartbeat {
  private readonly file: string;
  private readonly beatMs: Map<string, number>;
  private nextMs = -Infinity;

  constructor(
    state: StateFolder,
    private readonly clock: Clock,
    parts: readonly string[],
  ) {
    this.file = state.pathOf('alive');
    this.beatMs = new Map(parts.map((part) => [part, clock.monotonic()]));
  }

  /** The parts that have not come round for too long. */
  get stalled(): string[] {
    const nowMs = this.clock.monotonic();
    return [...this.beatMs].filter(([, beatMs]) => nowMs - beatMs > STALLED_MS).map(([part]) => part);
  }

  /** Called by a part at every round; most of them change nothing. */
  beat(part: string): void {
    const nowMs = this.clock.monotonic();
    this.beatMs.set(part, nowMs);
    if (nowMs < this.nextMs || this.stalled.length > 0) return;
    this.nextMs = nowMs + INTERVAL_MS;
    fs.writeFileSync(this.file, '', { mode: 0o600 });
  }
}
