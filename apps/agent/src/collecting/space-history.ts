import { ownFileSystems } from '../domain/file-systems';
import { hoursUntilFull, type SpaceReading, withReading } from '../domain/space-forecast';
import type { Snapshot } from '../domain/snapshot';
import type { StateFolder } from '../state/state-folder';

const STATE = 'space.json';
/** Maximum number of file systems whose history is kept. */
const MAX_FILE_SYSTEMS = 200;

/** Free space of file systems over the last hours, kept over restarts, to forecast when they are full. */
export class SpaceHistory {
  private byMount: ReadonlyMap<string, readonly SpaceReading[]>;

  constructor(private readonly state: StateFolder) {
    this.byMount = new Map(state.read<[string, readonly SpaceReading[]][]>(STATE) ?? []);
  }

  /** Adds the snapshot, and removes missing file systems. */
  note({ timeMs, fileSystems }: Snapshot): void {
    if (!fileSystems) return;
    const own = ownFileSystems(fileSystems).filter(({ isReadOnly }) => !isReadOnly);
    const before = this.byMount;
    this.byMount = new Map(
      own
        .slice(0, MAX_FILE_SYSTEMS)
        .map(({ mount, freeBytes }) => [mount, withReading(before.get(mount) ?? [], { timeMs, freeBytes })]),
    );
    const hasChanged =
      before.size !== this.byMount.size ||
      [...this.byMount].some(([mount, readings]) => before.get(mount)?.at(-1) !== readings.at(-1));
    if (hasChanged) this.state.write(STATE, [...this.byMount]);
  }

  /** Hours until full, by mount point; without file systems that have too short a history. */
  hoursUntilFull(nowMs: number): ReadonlyMap<string, number> {
    return new Map(
      [...this.byMount].flatMap(([mount, readings]) => {
        const hours = hoursUntilFull(readings, nowMs);
        return hours === undefined ? [] : [[mount, hours] as const];
      }),
    );
  }
}
