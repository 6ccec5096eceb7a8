import { randomUUID } from 'node:crypto';
import type { AvailabilityReport } from '@wardstone/dto/monitoring';
import type { HostControl } from '../control/host-control';
import { type Availability, judgeAvailability } from '../domain/availability';
import { type KnownInventory, type KnownResource, watchedResources } from '../domain/known-inventory';
import { dueFor } from '../domain/timetable';
import type { NamedFiles } from '../machine/named-files';
import { PROBES } from '../probes/probes';
import type { SharedParts } from '../shared-parts';

interface WatchOptions extends Pick<SharedParts, 'server' | 'machine' | 'outbox' | 'clock' | 'target'> {
  files: NamedFiles;
  control: Pick<HostControl, 'readAvailability'>;
  phaseMs: number;
  collectEveryMs: number | undefined;
}

/** The server sets the time when it receives the report. */
const NOW_AT_SERVER = 0;

/** Reports availability: everything at first and on request, then changes. See rule agents-7. */
export class AvailabilityWatch {
  private reported = new Map<number, Availability>();
  private readonly lookedMs = new Map<number, number>();
  private owesAll = true;

  constructor(private readonly options: WatchOptions) {}

  /** The next check reports everything. */
  reportAll(): void {
    this.owesAll = true;
  }

  async look(inventory: KnownInventory): Promise<void> {
    const { clock, machine, outbox, files, control } = this.options;
    const watched = watchedResources(inventory).filter(({ resource }) => resource.pluginName !== PROBES);
    const due = this.owesAll ? watched.map(({ resource }) => resource) : this.findDue(watched, clock.now());
    if (due.length === 0) return;
    const snapshot = await machine.snapshot();
    const watchedFiles = await files.lookAt(due);
    const controlled = await control.readAvailability(due);
    const items = due
      .map((resource) => {
        const type = controlled.get(resource.resourceId) ?? judgeAvailability(resource, snapshot, watchedFiles);
        return { resource, type };
      })
      .filter(({ resource, type }) => this.owesAll || this.reported.get(resource.resourceId) !== type);
    if (items.length > 0) outbox.add(this.toMessage(items, snapshot.timeMs));
    if (this.owesAll) this.reported = new Map();
    for (const { resource, type } of items) this.reported.set(resource.resourceId, type);
    for (const { resourceId } of due) this.lookedMs.set(resourceId, snapshot.timeMs);
    this.owesAll = false;
  }

  private findDue(watched: readonly { resource: KnownResource; intervalMs: number }[], nowMs: number): KnownResource[] {
    const { phaseMs, collectEveryMs } = this.options;
    return watched.flatMap(({ resource, intervalMs }) => {
      const timing = { nowMs, intervalMs: collectEveryMs ?? intervalMs, phaseMs };
      return dueFor(this.lookedMs.get(resource.resourceId), timing) === undefined ? [] : [resource];
    });
  }

  private toMessage(items: readonly { resource: KnownResource; type: Availability }[], timeMs: number) {
    const id = `a-${randomUUID()}`;
    // The server sorts changes by time: with a wrong clock, they would seem older than known ones and be lost.
    const since = this.options.server.clockErrorMs === 0 ? timeMs : NOW_AT_SERVER;
    const body: AvailabilityReport = {
      reportId: id,
      changesOnly: !this.owesAll,
      items: items.map(({ resource: { resourceId }, type }) => ({ resourceId, type, since })),
    };
    return { id, method: 'POST' as const, target: `${this.options.target}/availability`, body };
  }
}
