import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { DAY_MS } from '@wardstone/metric-points';
import {
  findCulprit,
  describeMetric,
  possibleFamilies,
  type RefusalReason,
  RefusedSeries,
  type SeriesLabels,
  type TargetKind,
} from '@wardstone/series-formats';
import type { Submitter } from '../authorization/viewer';
import { MonitoringConfig } from '../monitoring.config';
import { SOURCE_TYPE } from '../plugins/platforms/built-in-plugins';
import { ancestryBelow } from '../resources/domain/ancestry';
import { InventoryService } from '../resources/inventory.service';
import { parseHost, type Platform, findPlatform, shortName } from './domain/target-place';
import { type KnownSeries, type NewDefinition, type NewSeries, ReceivedSeriesQueries } from './received-series.queries';
import { type NewTarget, ReceivedTargetQueries } from './received-target.queries';

/** A series that is missing in the dictionary. */
export interface WantedSeries {
  readonly digest: Buffer;
  readonly labels: SeriesLabels;
  readonly host: string | undefined;
}

export interface MadeSeries {
  /** Current dictionary entries. */
  readonly found: readonly KnownSeries[];
  /** Reasons for refused series, by digest in hex. */
  readonly refused: ReadonlyMap<string, RefusedSeries>;
}

interface Making {
  readonly tx: Transaction;
  readonly caller: Submitter;
  readonly kind: TargetKind;
  readonly nowMs: number;
}

const MINUTE_MS = 60_000;
/** Seconds in which the types are registered while monitoring starts. */
const RETRY_AFTER = '30';

/**
 * Creates the series of one request, with their targets, in one transaction. See rules prometheus-10, prometheus-11.
 */
@Injectable()
export class SeriesCreation {
  constructor(
    private readonly series: ReceivedSeriesQueries,
    private readonly targets: ReceivedTargetQueries,
    private readonly inventory: InventoryService,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /**
   * @param wanted of different digests
   * @throws series_type_missing
   */
  create(caller: Submitter, kind: TargetKind, wanted: readonly WantedSeries[]): Promise<MadeSeries> {
    return this.db.transaction(async (tx) => {
      const nowMs = this.clock.now();
      const minute = Math.floor(nowMs / MINUTE_MS);
      const { madeNow, count } = await this.series.lockAccount(tx, caller.subject, minute);
      // Another request may have created them while this one waited for the lock.
      const before = await this.series.find(toDigests(wanted), tx);
      const there = new Set(before.map(({ digest }) => digest.toString('hex')));
      const missing = wanted.filter(({ digest }) => !there.has(digest.toString('hex')));
      if (missing.length === 0) return { found: before, refused: new Map() };
      const limits = { all: this.config.RECEIVED_SERIES - count, now: this.config.RECEIVED_NEW_SERIES - madeNow };
      const admitted = missing.slice(0, Math.max(0, Math.min(limits.all, limits.now)));
      const refused = new Map<string, RefusedSeries>();
      refuse(refused, missing.slice(admitted.length), this.tooMany(limits.all <= limits.now, missing));
      if (admitted.length === 0) return { found: before, refused };
      const making = { tx, caller, kind, nowMs };
      const made = await this.make(making, admitted, refused);
      await this.series.noteMade(tx, caller.subject, minute, madeNow + made);
      return { found: await this.series.find(toDigests(wanted), tx), refused };
    });
  }

  private tooMany(isAtLimit: boolean, series: readonly WantedSeries[]): RefusedSeries {
    const label = findCulprit(series.map(({ labels }) => labels));
    const reason: RefusalReason = isAtLimit ? 'too_many_series' : 'too_many_new_series';
    const most = isAtLimit
      ? `${this.config.RECEIVED_SERIES} series`
      : `${this.config.RECEIVED_NEW_SERIES} new series a minute`;
    return new RefusedSeries(reason, label, `the account has ${most} at most; label "${label}" has most values`);
  }

  /** Returns the number of created series. */
  private async make(
    making: Making,
    wanted: readonly WantedSeries[],
    refused: Map<string, RefusedSeries>,
  ): Promise<number> {
    const { tx, caller, kind, nowMs } = making;
    const typeId = await this.targets.findType(tx, kind);
    if (typeId === undefined) {
      // 503 instead of a refusal, because senders drop refused samples.
      throw new ApiError(MonitoringError.series_type_missing, `The type "${kind}" is not registered`, {
        headers: { 'Retry-After': RETRY_AFTER },
      });
    }
    const resourceIds = await this.targetsFor(making, typeId, wanted);
    const open: (WantedSeries & { resourceId: number })[] = [];
    for (const one of wanted) {
      const resourceId = resourceIds.get(targetKey(kind, one.labels));
      if (resourceId !== undefined) open.push({ ...one, resourceId });
      else refuse(refused, [one], toForbidden(one.labels));
    }
    const definitionIds = await this.series.definitionsFor(tx, await this.definitions(tx, typeId, open));
    const rows = open.flatMap(({ digest, labels, resourceId }): NewSeries[] => {
      const definitionId = definitionIds.get(`${typeId} ${labels.metric}`);
      return definitionId === undefined ? [] : [{ digest, labels, resourceId, definitionId }];
    });
    await this.series.insert(tx, rows, caller.subject, nowMs, Math.floor(nowMs / DAY_MS));
    return rows.length;
  }

  private async definitions(
    tx: Transaction,
    typeId: number,
    wanted: readonly WantedSeries[],
  ): Promise<NewDefinition[]> {
    const families = [...new Set(wanted.flatMap(({ labels }) => possibleFamilies(labels.name)))];
    const known = await this.series.findMetadata(families, tx);
    const byMetric = new Map<string, NewDefinition>();
    for (const { labels } of wanted) {
      const { name, metric } = labels;
      if (byMetric.has(metric)) continue;
      const metadata = possibleFamilies(name)
        .map((family) => known.get(family))
        .find((one) => one !== undefined);
      byMetric.set(metric, { typeId, metric, ...describeMetric(name, metadata) });
    }
    return [...byMetric.values()];
  }

  /** Resources of targets that the caller may submit to, by key, created if missing. */
  private async targetsFor(
    making: Making,
    typeId: number,
    wanted: readonly WantedSeries[],
  ): Promise<ReadonlyMap<string, number>> {
    const { tx, caller, kind, nowMs } = making;
    const byKey = new Map(wanted.map((one) => [targetKey(kind, one.labels), one]));
    const keys = [...byKey.keys()];
    let found = await this.targets.find(tx, keys, caller);
    if (found.length < keys.length) {
      await this.targets.lockTargets(tx);
      found = await this.targets.find(tx, keys, caller);
    }
    const there = new Set(found.map(({ key }) => key));
    const open = new Map(found.filter(({ isOpen }) => isOpen).map(({ key, id }) => [key, id]));
    const missing = [...byKey].filter(([key]) => !there.has(key));
    if (missing.length === 0) return open;
    const parents = await this.parentsFor(
      making,
      missing.map(([, one]) => one),
    );
    const targets = missing.map(([key, { labels }], index): NewTarget => {
      const parent = parents[index]!;
      const name = toPlainName([labels.job, labels.instance].filter((part) => part !== '').join(' '));
      return { key, name, parentId: parent.id, ancestry: ancestryBelow({ ...parent, ancestry: null }) };
    });
    const made = await this.targets.insert(tx, typeId, targets, caller.subject, nowMs);
    await this.inventory.enter(tx, [...made.values()], nowMs);
    return new Map([...open, ...made]);
  }

  /** The parent platform of each target. */
  private async parentsFor(
    making: Making,
    targets: readonly WantedSeries[],
  ): Promise<Pick<Platform, 'id' | 'name' | 'typeId'>[]> {
    const { tx, caller } = making;
    const hosts = targets.map(({ host, labels }) => parseHost(host ?? labels.instance));
    const names = [...new Set(hosts.flatMap((host) => [host, shortName(host)]))].filter((name) => name !== '');
    const platforms = await this.targets.listPlatforms(tx, names, caller);
    const own = caller.ownOnly && platforms.length === 1 ? platforms[0] : undefined;
    const places = hosts.map((host) => own ?? findPlatform(host, platforms));
    if (!places.includes(undefined)) return places as Platform[];
    const source = await this.requireSource(making);
    return places.map((place) => place ?? source);
  }

  /** The platform of the account, for targets on machines outside the inventory. */
  private async requireSource({ tx, caller, nowMs }: Making): Promise<Pick<Platform, 'id' | 'name' | 'typeId'>> {
    const key = JSON.stringify(['source', caller.subject]);
    const [found] = await this.targets.find(tx, [key], caller);
    if (found) return found;
    const typeId = (await this.targets.findType(tx, SOURCE_TYPE))!;
    const name = toPlainName(caller.username);
    const made = await this.targets.insert(
      tx,
      typeId,
      [{ key, name, parentId: null, ancestry: null }],
      caller.subject,
      nowMs,
    );
    const id = made.get(key)!;
    await this.inventory.enter(tx, [id], nowMs);
    return { id, name, typeId };
  }
}

function refuse(refused: Map<string, RefusedSeries>, series: readonly WantedSeries[], problem: RefusedSeries): void {
  for (const { digest } of series) refused.set(digest.toString('hex'), problem);
}

export function toForbidden({ job, instance }: SeriesLabels): RefusedSeries {
  const target = JSON.stringify(`${job} ${instance}`.trim());
  return new RefusedSeries('forbidden', 'instance', `the target ${target} belongs to another account`);
}

/** Key of the resource of a target. */
export function targetKey(
  kind: TargetKind,
  { job, instance, agent }: Pick<SeriesLabels, 'job' | 'instance' | 'agent'>,
): string {
  return JSON.stringify([kind, job, instance, agent]);
}

function toPlainName(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim() || 'unnamed';
}

function toDigests(series: readonly WantedSeries[]): Buffer[] {
  return series.map(({ digest }) => digest);
}
