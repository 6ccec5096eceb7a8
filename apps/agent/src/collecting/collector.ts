import { randomUUID } from 'node:crypto';
import type { Clock } from '@wardstone/clock';
import { collectionsOf } from '../domain/known-inventory';
import type { Collection } from '../domain/known-inventory';
import { measuredValue } from '../domain/measured-values';
import type { Observation } from '../domain/measured-values';
import { dueFor } from '../domain/timetable';
import type { Logger } from '../logger';
import { LOCAL_FILES, bytesBelow } from '../machine/local-files';
import type { Machine, MachineFacts } from '../machine/snapshot';
import type { Outbox } from '../outbox/outbox';
import type { StateFolder } from '../state/state-folder';

interface CollectorOptions {
  machine: Machine;
  facts: MachineFacts;
  outbox: Outbox;
  state: StateFolder;
  clock: Clock;
  logger: Logger;
  /** Path of the agent below `/rest`. */
  target: string;
  phaseMs: number;
  /** Interval in place of those of the schedules. */
  collectEveryMs: number | undefined;
}

interface Due extends Collection {
  timeMs: number;
}

const STATE = 'collected.json';
/** Source: agent spec 9.1. */
const MOST_VALUES = 5_000;

/** Measures what is due, and puts it into the outbox. Source: agent spec 9.6. */
export class Collector {
  private readonly doneMs: Map<number, number>;

  constructor(private readonly options: CollectorOptions) {
    this.doneMs = new Map(options.state.read<[number, number][]>(STATE) ?? []);
  }

  /** Measures what is due now. Answers how many values there were. */
  async collect(inventory: Parameters<typeof collectionsOf>[0]): Promise<number> {
    const { clock, outbox, state, logger } = this.options;
    const due = this.findDue(collectionsOf(inventory), clock.now());
    if (due.length === 0) return 0;
    const observation = await this.observe(due);
    const values = due.flatMap((collection) => {
      const value = measuredValue(collection.resource, collection.name, observation);
      return value === undefined ? [] : [{ ...collection, value }];
    });
    for (let first = 0; first < values.length; first += MOST_VALUES) {
      outbox.add(this.toParcel(values.slice(first, first + MOST_VALUES)));
    }
    // Only now: killed before, the agent measures again, and a value of the same time replaces the first.
    for (const { scheduleId, timeMs } of due) this.doneMs.set(scheduleId, timeMs);
    state.write(STATE, [...this.doneMs]);
    logger.debug({ timeMs: due[0]!.timeMs, values: values.length }, 'measured');
    return values.length;
  }

  private findDue(collections: readonly Collection[], nowMs: number): Due[] {
    const { phaseMs, collectEveryMs } = this.options;
    return collections.flatMap((collection): Due[] => {
      const intervalMs = collectEveryMs ?? collection.intervalMs;
      const doneMs = this.doneMs.get(collection.scheduleId);
      // A time in the future is from before the clock was set back.
      const known = doneMs !== undefined && doneMs <= nowMs ? doneMs : undefined;
      const timeMs = dueFor(known, { nowMs, intervalMs, phaseMs });
      return timeMs === undefined ? [] : [{ ...collection, timeMs }];
    });
  }

  private async observe(due: readonly Due[]): Promise<Observation> {
    const { machine, facts } = this.options;
    const directoryBytes = new Map<string, number>();
    for (const { resource } of due.filter(({ resource: { typeName } }) => typeName === 'Directory')) {
      const path = String(resource.pluginConfig['path']);
      const bytes = LOCAL_FILES.isFolder(path) ? await bytesBelow(path) : undefined;
      if (bytes !== undefined) directoryBytes.set(path, bytes);
    }
    return { facts, snapshot: await machine.snapshot(), files: LOCAL_FILES, directoryBytes };
  }

  private toParcel(values: readonly (Due & { value: number | string })[]) {
    const id = `m-${randomUUID()}`;
    const of = (type: Due['type']) =>
      values
        .filter((sample) => sample.type === type)
        .map(({ scheduleId, timeMs, value }) => ({
          scheduleId,
          timestamp: timeMs,
          value: type === 'TRAIT' ? String(value) : value,
        }));
    const body = { reportId: id, numeric: of('MEASUREMENT'), traits: of('TRAIT') };
    return { id, method: 'POST' as const, target: `${this.options.target}/measurements`, body };
  }
}
