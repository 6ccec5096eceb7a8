import { randomUUID } from 'node:crypto';
import type { AvailabilityReport, MeasurementReport } from '@wardstone/dto/monitoring';
import type { Availability } from '../domain/availability';
import {
  type Collection,
  listCollections,
  type KnownInventory,
  type KnownResource,
  watchedResources,
} from '../domain/known-inventory';
import { dueFor, getPhase } from '../domain/timetable';
import type { SharedParts } from '../shared-parts';
import { type PermittedTargets, TargetRefused } from './permitted-targets';
import { ProbeImpossible } from './probe-outcome';
import { runProbe } from './run-probe';

interface ProbesOptions extends Pick<SharedParts, 'server' | 'outbox' | 'logger' | 'clock' | 'target'> {
  targets: PermittedTargets;
  signal: AbortSignal;
  /** Overrides the intervals of the schedules. */
  everyMs: number | undefined;
}

/** A due probe with its due metrics. */
interface Due {
  resource: KnownResource;
  collections: readonly Collection[];
  timeMs: number;
}

interface Finding {
  availability: Availability;
  result: string;
  values: Readonly<Record<string, number | string>>;
}

/** Name of the plugin. */
export const PROBES = 'Probes';
const MAX_PROBES = 500;
/** Limited because name resolution uses the thread pool that also reads files. */
const MAX_RUNNING = 8;
/** The server sets the time when it receives the report. */
const NOW_AT_SERVER = 0;

/** Probes targets that the owner of the host permits and that resources of the server name. See rule agents-19. */
export class Probes {
  private readonly doneMs = new Map<number, number>();
  private readonly doneScheduleMs = new Map<number, number>();
  private readonly running = new Set<number>();
  private readonly reported = new Map<number, Availability>();
  private readonly refusals = new Map<number, string>();
  private isBeyondLimit = false;

  constructor(private readonly options: ProbesOptions) {}

  get problems(): readonly string[] {
    const tooMany = this.isBeyondLimit ? [`only the first ${MAX_PROBES} probes are run`] : [];
    return [...new Set(this.refusals.values()), ...tooMany];
  }

  /** Reports the next result of each probe, changed or not. */
  reportAll(): void {
    const items = [...this.reported].map(([resourceId, type]) => ({ resourceId, type, since: NOW_AT_SERVER }));
    if (items.length > 0) this.sendAvailability(items);
  }

  /** Starts due probes, spread over time; a running probe is not started again. */
  look(inventory: KnownInventory): void {
    const { clock, logger } = this.options;
    const probes = watchedResources(inventory).filter(({ resource }) => resource.pluginName === PROBES);
    this.isBeyondLimit = probes.length > MAX_PROBES;
    this.forgetOthers(new Set(probes.map(({ resource }) => resource.resourceId)));
    if (probes.length === 0) return;
    const collections = Map.groupBy(listCollections(inventory), ({ resource }) => resource.resourceId);
    // Longest waiting first, so that slow targets do not delay others for ever.
    const doneMs = (resource: KnownResource): number => this.doneMs.get(resource.resourceId) ?? 0;
    const inTurn = probes.slice(0, MAX_PROBES).sort((a, b) => doneMs(a.resource) - doneMs(b.resource));
    for (const { resource, intervalMs } of inTurn) {
      if (this.running.size >= MAX_RUNNING) return;
      const due = this.running.has(resource.resourceId)
        ? undefined
        : this.listDue(resource, intervalMs, collections.get(resource.resourceId) ?? [], clock.now());
      if (!due) continue;
      this.running.add(resource.resourceId);
      this.probe(due)
        .catch((error: unknown) => logger.error({ error }, 'unexpected failure of a probe'))
        .finally(() => this.running.delete(resource.resourceId));
    }
  }

  private listDue(
    resource: KnownResource,
    intervalMs: number,
    all: readonly Collection[],
    nowMs: number,
  ): Due | undefined {
    const { everyMs } = this.options;
    const phaseMs = getPhase(`${this.options.target} ${resource.resourceId}`);
    const dueIn = (doneMs: number | undefined, ms: number) =>
      dueFor(doneMs, { nowMs, intervalMs: everyMs ?? ms, phaseMs });
    const collections = all.filter(
      (each) => dueIn(this.doneScheduleMs.get(each.scheduleId), each.intervalMs) !== undefined,
    );
    const dueMs = dueIn(this.doneMs.get(resource.resourceId), intervalMs);
    if (dueMs === undefined && collections.length === 0) return undefined;
    const timeMs = dueMs ?? nowMs;
    this.doneMs.set(resource.resourceId, timeMs);
    for (const { scheduleId } of collections) this.doneScheduleMs.set(scheduleId, timeMs);
    return { resource, collections, timeMs };
  }

  private async probe({ resource, collections, timeMs }: Due): Promise<void> {
    const found = await this.find(resource);
    if (this.options.signal.aborted) return;
    const { availability, result, values } = found;
    if (this.reported.get(resource.resourceId) !== availability) {
      const since = this.options.server.clockErrorMs === 0 ? timeMs : NOW_AT_SERVER;
      this.sendAvailability([{ resourceId: resource.resourceId, type: availability, since }]);
      this.reported.set(resource.resourceId, availability);
    }
    this.sendValues(collections, { ...values, result }, timeMs);
  }

  private async find(resource: KnownResource): Promise<Finding> {
    const { targets, signal, clock } = this.options;
    try {
      const { isUp, result, values, responseMs } = await runProbe(resource, { targets, signal, nowMs: clock.now() });
      this.refusals.delete(resource.resourceId);
      const measured = responseMs === undefined ? values : { ...values, responseTime: responseMs };
      return { availability: isUp ? 'UP' : 'DOWN', result, values: { ...measured, success: isUp ? 1 : 0 } };
    } catch (error) {
      if (!(error instanceof TargetRefused || error instanceof ProbeImpossible)) throw error;
      this.refusals.set(resource.resourceId, `probe ${resource.name}: ${error.message}`);
      return { availability: 'UNKNOWN', result: `not probed: ${error.message}`, values: {} };
    }
  }

  private sendAvailability(items: NonNullable<AvailabilityReport['items']>): void {
    const { outbox, target } = this.options;
    const reportId = `a-${randomUUID()}`;
    const body: AvailabilityReport = { reportId, changesOnly: true, items };
    outbox.add({ id: reportId, method: 'POST', target: `${target}/availability`, body });
  }

  private sendValues(collections: readonly Collection[], values: Finding['values'], timestamp: number): void {
    const { outbox, target } = this.options;
    const found = collections.flatMap(({ scheduleId, name, type }) => {
      const value = Object.hasOwn(values, name) ? values[name]! : undefined;
      return value === undefined ? [] : [{ scheduleId, timestamp, type, value }];
    });
    if (found.length === 0) return;
    const of = <Value>(wanted: Collection['type'], toValue: (value: number | string) => Value) =>
      found
        .filter(({ type }) => type === wanted)
        .map(({ scheduleId, value }) => ({ scheduleId, timestamp, value: toValue(value) }));
    const reportId = `m-${randomUUID()}`;
    const body: MeasurementReport = { reportId, numeric: of('MEASUREMENT', Number), traits: of('TRAIT', String) };
    outbox.add({ id: reportId, method: 'POST', target: `${target}/measurements`, body });
  }

  private forgetOthers(known: ReadonlySet<number>): void {
    for (const kept of [this.doneMs, this.reported, this.refusals]) {
      for (const id of kept.keys()) if (!known.has(id)) kept.delete(id);
    }
    if (known.size === 0) this.doneScheduleMs.clear();
  }
}
