import { randomUUID } from 'node:crypto';
import type { MeasurementReport } from '@wardstone/dto/monitoring';
import { type Collection, listCollections, type KnownInventory } from '../domain/known-inventory';
import { measuredValue, type Observation } from '../domain/measured-values';
import { dueFor } from '../domain/timetable';
import type { NamedFiles } from '../machine/named-files';
import { PROBES } from '../probes/probes';
import type { SharedParts } from '../shared-parts';
import type { HostReadings } from '../machine/host-readings';
import type { FolderWatch } from './folder-watch';
import type { SpaceHistory } from './space-history';

interface CollectorOptions extends Pick<
  SharedParts,
  'state' | 'machine' | 'facts' | 'outbox' | 'logger' | 'clock' | 'target'
> {
  files: NamedFiles;
  folders: FolderWatch;
  readings: HostReadings;
  space: SpaceHistory;
  phaseMs: number;
  /** Overrides the intervals of the schedules. */
  collectEveryMs: number | undefined;
}

interface Due extends Collection {
  timeMs: number;
}

const STATE = 'collected.json';
/** See rule agents-1. */
const MAX_VALUES = 5_000;

/** Measures due metrics, and adds them to the outbox. See rule agents-6. */
export class Collector {
  private readonly doneMs: Map<number, number>;

  constructor(private readonly options: CollectorOptions) {
    this.doneMs = new Map(options.state.read<[number, number][]>(STATE) ?? []);
  }

  /** Measures everything that is due; sizes of folders follow later. Returns the number of values. */
  async collect(inventory: KnownInventory): Promise<number> {
    const { clock, folders, state, logger } = this.options;
    const measured = listCollections(inventory).filter(({ resource }) => resource.pluginName !== PROBES);
    const due = this.findDue(measured, clock.now());
    const [slow, quick] = [due.filter(isOfFolder), due.filter((collection) => !isOfFolder(collection))];
    const begun = folders.isBusy ? quick : due;
    if (begun.length === 0) return 0;
    const count = quick.length === 0 ? 0 : await this.report(quick, new Map());
    if (slow.length > 0 && !folders.isBusy) {
      const resources = slow.map(({ resource }) => resource);
      folders.start(resources, async (bytes) => void (await this.report(slow, bytes)));
    }
    // Recorded last: if killed before, the agent measures again, and a value with the same time replaces the first.
    for (const { scheduleId, timeMs } of begun) this.doneMs.set(scheduleId, timeMs);
    this.forgetUnknown(inventory);
    state.write(STATE, [...this.doneMs]);
    logger.debug({ timeMs: begun[0]!.timeMs, values: count }, 'measured');
    return count;
  }

  private async report(due: readonly Due[], directoryBytes: ReadonlyMap<string, number>): Promise<number> {
    const { machine, facts, files, outbox, readings, space } = this.options;
    const watchedFiles = await files.lookAt([...new Set(due.map(({ resource }) => resource))]);
    const ofHost = due.filter(({ resource: { parentId } }) => parentId === null);
    const [snapshot, hostReadings] = await Promise.all([
      machine.snapshot(),
      readings.read(new Set(ofHost.map(({ name }) => name))),
    ]);
    space.note(snapshot);
    const hoursUntilFull = space.hoursUntilFull(snapshot.timeMs);
    const observation: Observation = {
      facts,
      snapshot,
      directoryBytes,
      hoursUntilFull,
      hostReadings,
      files: watchedFiles,
    };
    const values = due.flatMap((collection) => {
      const value = measuredValue(collection.resource, collection.name, observation);
      return value === undefined ? [] : [{ ...collection, value }];
    });
    for (let first = 0; first < values.length; first += MAX_VALUES) {
      outbox.add(this.toMessage(values.slice(first, first + MAX_VALUES)));
    }
    return values.length;
  }

  private forgetUnknown({ schedules }: KnownInventory): void {
    if (this.doneMs.size <= 2 * schedules.length + MAX_VALUES) return;
    const known = new Set(schedules.map(({ scheduleId }) => scheduleId));
    for (const id of this.doneMs.keys()) if (!known.has(id)) this.doneMs.delete(id);
  }

  private findDue(collections: readonly Collection[], nowMs: number): Due[] {
    const { phaseMs, collectEveryMs } = this.options;
    return collections.flatMap((collection): Due[] => {
      const intervalMs = collectEveryMs ?? collection.intervalMs;
      const doneMs = this.doneMs.get(collection.scheduleId);
      const timeMs = dueFor(doneMs, { nowMs, intervalMs, phaseMs });
      return timeMs === undefined ? [] : [{ ...collection, timeMs }];
    });
  }

  private toMessage(values: readonly (Due & { value: number | string })[]) {
    const id = `m-${randomUUID()}`;
    const of = <Value>(type: Due['type'], toValue: (value: number | string) => Value) =>
      values
        .filter((sample) => sample.type === type)
        .map(({ scheduleId, timeMs, value }) => ({ scheduleId, timestamp: timeMs, value: toValue(value) }));
    const body: MeasurementReport = { reportId: id, numeric: of('MEASUREMENT', Number), traits: of('TRAIT', String) };
    return { id, method: 'POST' as const, target: `${this.options.target}/measurements`, body };
  }
}

function isOfFolder({ resource: { pluginName, typeName } }: Collection): boolean {
  return pluginName === 'Platforms' && typeName === 'Directory';
}
