import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock, upTo } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { DAY_MS } from '@wardstone/metric-points';
import {
  countSamples,
  describeMetric,
  getFamily,
  type IncomingSeries,
  type IntakeOutcome,
  type MetricMetadata,
  seriesNames,
  readLabels,
  Refusals,
  RefusedSeries,
  type TargetKind,
} from '@wardstone/series-formats';
import { Pace } from '@wardstone/turns';
import { cutText } from '@wardstone/units';
import { LRUCache } from 'lru-cache';
import { HistogramStore } from '../metrics/storage/histogram-store';
import { MetricWriter } from '../metrics/storage/metric-writer';
import { seesEverything, type Submitter } from '../authorization/viewer';
import { KnownSchedules } from '../metrics/submission/known-schedules';
import { MonitoringConfig } from '../monitoring.config';
import { ReceivedSeriesQueries } from './received-series.queries';
import { toForbidden, SeriesCreation, type WantedSeries } from './series-creation.service';
import { SampleColumns } from './sample-columns';
import { type DictionaryEntry, SeriesDictionary } from './series-dictionary';
import { TargetAvailability } from './target-availability.service';

/** Maximum number of series in a batch. */
const SERIES_AT_ONCE = 5_000;
const SAMPLES_AT_ONCE = 50_000;
/** Maximum size of the native histograms of a batch. */
const HISTOGRAM_BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Maximum number of cached accounts at their limit, and of cached metrics with a stored description. */
const MAX_CACHED = 20_000;
/** How long an account at its limit is not checked again. */
const FULL_MS = 5_000;
const MAX_HELP_CHARACTERS = 1_000;
/** Maximum number of descriptions of an account; a Prometheus with many exporters has a few thousand. */
const MAX_DESCRIPTIONS = 10_000;

/** Looking up more series of a portion takes a turn; those of the dictionary do not count. */
const MAX_LOOKED_UP = 500;
/** Concurrent requests that look up or create series. Others wait briefly, because they hold turns that senders of known series need. */
const AT_ONCE = 2;
const PATIENCE_MS = 2_000;
const SHORT_MS = 1_000;

interface Intake {
  readonly caller: Submitter;
  readonly kind: TargetKind;
  readonly refusals: Refusals;
  readonly pace: Pace;
  readonly client: Client;
  stored: number;
  storedHistograms: number;
}

type Entries = (DictionaryEntry | undefined)[];
type IsWanted = (one: IncomingSeries, entry: DictionaryEntry | undefined) => boolean;

interface SeriesToFind {
  readonly wanted: WantedSeries;
  readonly metadata: MetricMetadata | undefined;
  /** Positions in the request. */
  readonly at: number[];
}

/** A batch: samples of known series, and series that are not known yet. */
class Portion {
  readonly others: IncomingSeries[] = [];
  private series = 0;
  private count = 0;
  /** Size of the native histograms of unknown series. */
  private otherBytes = 0;

  /** @param find schedule of a known series that the caller may submit to, by its key */
  constructor(
    readonly samples: SampleColumns,
    private readonly find: (key: string) => number | undefined,
  ) {}

  get isFull(): boolean {
    return (
      this.series >= SERIES_AT_ONCE ||
      this.count >= SAMPLES_AT_ONCE ||
      this.samples.histogramBytes + this.otherBytes >= HISTOGRAM_BYTES_AT_ONCE
    );
  }

  add(one: IncomingSeries): void {
    this.series++;
    this.count += countSamples(one);
    const scheduleId = this.find(one.key);
    if (scheduleId === undefined) {
      this.others.push(one);
      for (const { bytes } of one.histograms ?? []) if (bytes instanceof Buffer) this.otherBytes += bytes.length;
    } else this.samples.add(scheduleId, one);
  }
}

/** Stores samples from other systems, whatever the protocol. See rules prometheus-9 to prometheus-11. */
@Injectable()
export class SeriesIntake {
  private readonly full = new LRUCache<string, { readonly until: number; readonly problem: RefusedSeries }>(
    upTo(MAX_CACHED),
  );
  private readonly work = new HeavyWork(AT_ONCE, { patienceMs: PATIENCE_MS, shortMs: SHORT_MS });
  private readonly described = new LRUCache<string, string>(upTo(MAX_CACHED));

  constructor(
    private readonly dictionary: SeriesDictionary,
    private readonly creation: SeriesCreation,
    private readonly queries: ReceivedSeriesQueries,
    private readonly known: KnownSchedules,
    private readonly availability: TargetAvailability,
    private readonly writer: MetricWriter,
    private readonly histograms: HistogramStore,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /**
   * Stores all valid samples, even if others are refused.
   * @param series iterated once, some thousands at a time; undefined after other work, so that it can pause
   * @param client of a request, whose turn for its body ends when it waits for another one
   * @throws metric_backlog_full, series_type_missing, service_unavailable while others look up or create series, and what
   *   reading throws; what came before is stored
   */
  async store(
    caller: Submitter,
    kind: TargetKind,
    series: Iterable<IncomingSeries | undefined>,
    client?: Client,
  ): Promise<IntakeOutcome> {
    const end = new AbortController();
    const own = { account: caller.subject, signal: end.signal };
    const intake: Intake = {
      caller,
      kind,
      refusals: new Refusals(),
      pace: new Pace(),
      client: client ?? own,
      stored: 0,
      storedHistograms: 0,
    };
    try {
      return await this.takeAll(intake, series);
    } finally {
      // Releases its turn; that of a request ends with its response.
      if (!client) end.abort();
    }
  }

  private async takeAll(intake: Intake, series: Iterable<IncomingSeries | undefined>): Promise<IntakeOutcome> {
    const { caller } = intake;
    let portion = this.portionFor(caller);
    for (const one of series) {
      if (one) portion.add(one);
      if (intake.pace.isDue) await intake.pace.rest();
      if (!portion.isFull) continue;
      await this.take(intake, portion);
      portion = this.portionFor(caller);
    }
    await this.take(intake, portion);
    const { stored, storedHistograms, refusals } = intake;
    return { stored, storedHistograms, refusals: refusals.list };
  }

  /**
   * Stores metadata of metrics by family. Metadata from another account stays, unless the caller manages the inventory.
   */
  async describe(caller: Submitter, families: ReadonlyMap<string, MetricMetadata>): Promise<void> {
    const changed = new Map<string, MetricMetadata>();
    for (const [name, { kind, help, unit }] of families) {
      const metadata = { kind, help: cutText(help, MAX_HELP_CHARACTERS), unit: cutText(unit, MAX_HELP_CHARACTERS) };
      if (this.described.get(`${caller.subject} ${name}`) !== JSON.stringify(metadata)) changed.set(name, metadata);
    }
    if (changed.size === 0) return;
    await this.db.transaction(async (tx) => {
      const names = await this.queries.describe(tx, changed, {
        subject: caller.subject,
        corrects: seesEverything(caller),
        most: Math.min(this.config.RECEIVED_SERIES, MAX_DESCRIPTIONS),
      });
      const definitions = names.flatMap((family) =>
        seriesNames(family).map((metric) => ({ metric, ...describeMetric(metric, changed.get(family)) })),
      );
      if (definitions.length > 0) await this.queries.redefine(tx, definitions);
    });
    for (const [name, metadata] of changed) this.described.set(`${caller.subject} ${name}`, JSON.stringify(metadata));
  }

  private portionFor(caller: Submitter): Portion {
    const nowMs = this.clock.now();
    const today = toDay(nowMs);
    const isOpen = this.known.openTo(caller);
    const find = (key: string): number | undefined => {
      const entry = this.dictionary.get(this.toKey(caller, key));
      if (!entry || entry.seenDay < today || entry.upOf !== null || !isOpen(entry.scheduleId)) return undefined;
      return entry.scheduleId;
    };
    return new Portion(new SampleColumns(nowMs), find);
  }

  private async take(intake: Intake, { samples, others }: Portion): Promise<void> {
    const entries = others.length > 0 ? await this.entriesFor(intake, others) : [];
    entries.forEach((entry, at) => entry && samples.add(entry.scheduleId, others[at]!));
    await this.write(intake, samples);
    const ups = entries.flatMap((entry, at) =>
      entry && entry.upOf !== null ? [[entry.upOf, others[at]!] as const] : [],
    );
    if (ups.length > 0) await this.availability.follow(ups);
  }

  /** Entries of series that the dictionary does not fully know. */
  private async entriesFor(intake: Intake, series: readonly IncomingSeries[]): Promise<Entries> {
    const { caller } = intake;
    const entries: Entries = series.map(({ key }) => this.dictionary.get(this.toKey(caller, key)));
    await this.lookUp(intake, series, entries, (_one, entry) => entry === undefined);
    const closed = await this.listClosed(caller, entries);
    if (closed.size > 0) {
      // They have left the inventory and may return, or belong to another account.
      const isClosed = (_one: IncomingSeries, entry: DictionaryEntry | undefined): boolean =>
        entry !== undefined && closed.has(entry.scheduleId);
      series.forEach(
        ({ key }, at) => isClosed(series[at]!, entries[at]) && this.dictionary.delete(this.toKey(caller, key)),
      );
      await this.lookUp(intake, series, entries, isClosed);
      const still = await this.listClosed(caller, entries);
      series.forEach((one, at) => {
        if (!still.has(entries[at]?.scheduleId ?? 0)) return;
        entries[at] = undefined;
        const labels = readLabels(one.labels(), findAgent(caller));
        const problem = labels instanceof RefusedSeries ? labels : toForbidden(labels);
        intake.refusals.add(problem, countSamples(one));
      });
    }
    await this.noteSeen(entries);
    return entries;
  }

  private async listClosed(caller: Submitter, entries: Entries): Promise<ReadonlySet<number>> {
    const ids = new Int32Array(entries.length);
    let count = 0;
    for (const entry of entries) if (entry) ids[count++] = entry.scheduleId;
    return this.known.findClosed(ids.subarray(0, count), caller);
  }

  /** Finds or creates the wanted series; refused ones have no entry. */
  private async lookUp(
    intake: Intake,
    series: readonly IncomingSeries[],
    entries: Entries,
    isWanted: IsWanted,
  ): Promise<void> {
    const { caller, refusals, client } = intake;
    let count = 0;
    series.forEach((one, at) => isWanted(one, entries[at]) && count++);
    if (count > MAX_LOOKED_UP) await this.work.begin(client);
    const wanted = await this.readWanted(intake, series, entries, isWanted);
    if (wanted.size === 0) return;
    const found = await this.queries.find([...wanted.values()].map((one) => one.wanted.digest));
    const there = new Set(found.map(({ digest }) => digest.toString('hex')));
    const missing = [...wanted].flatMap(([hex, one]) => (there.has(hex) ? [] : [one]));
    const made = missing.length > 0 ? await this.make(intake, missing) : undefined;
    for (const { digest, scheduleId, upOf, seenDay } of [...found, ...(made?.found ?? [])]) {
      for (const at of wanted.get(digest.toString('hex'))!.at) {
        const entry = (entries[at] = { scheduleId, upOf, seenDay });
        this.dictionary.set(this.toKey(caller, series[at]!.key), entry);
      }
    }
    for (const [hex, { at }] of wanted) {
      const problem = made?.refused.get(hex);
      for (const index of at) if (problem && !entries[index]) refusals.add(problem, countSamples(series[index]!));
    }
  }

  /** Reads the labels of the wanted series, by digest in hex. */
  private async readWanted(
    { caller, refusals, pace }: Intake,
    series: readonly IncomingSeries[],
    entries: Entries,
    isWanted: IsWanted,
  ): Promise<ReadonlyMap<string, SeriesToFind>> {
    const wanted = new Map<string, SeriesToFind>();
    for (const [at, one] of series.entries()) {
      if (!isWanted(one, entries[at])) continue;
      if (pace.isDue) await pace.rest();
      entries[at] = undefined;
      const labels = readLabels(one.labels(), findAgent(caller));
      if (labels instanceof RefusedSeries) {
        refusals.add(labels, countSamples(one));
        continue;
      }
      const digest = createHash('sha256').update(JSON.stringify(labels.pairs)).digest();
      const hex = digest.toString('hex');
      const known = wanted.get(hex);
      if (known) known.at.push(at);
      else wanted.set(hex, { wanted: { digest, labels, host: one.host }, metadata: one.metadata, at: [at] });
    }
    return wanted;
  }

  private async make(
    { caller, kind, client }: Intake,
    missing: readonly { readonly wanted: WantedSeries; readonly metadata: MetricMetadata | undefined }[],
  ): Promise<Awaited<ReturnType<SeriesCreation['create']>>> {
    const full = this.full.get(caller.subject);
    const now = this.clock.now();
    if (full && full.until > now) {
      return {
        found: [],
        refused: new Map(missing.map(({ wanted }) => [wanted.digest.toString('hex'), full.problem])),
      };
    }
    const descriptions = missing.flatMap(({ wanted, metadata }) =>
      metadata ? [[getFamily(wanted.labels.name, metadata), metadata] as const] : [],
    );
    await this.describe(caller, new Map(descriptions));
    await this.work.begin(client);
    const made = await this.creation.create(
      caller,
      kind,
      missing.map(({ wanted }) => wanted),
    );
    const problem = [...made.refused.values()].find(({ reason }) => reason.startsWith('too_many'));
    if (problem) {
      const minuteEnds = Math.floor(now / 60_000 + 1) * 60_000;
      const until = problem.reason === 'too_many_new_series' ? minuteEnds : now + FULL_MS;
      this.full.set(caller.subject, { until: Math.min(until, now + FULL_MS), problem });
    }
    return made;
  }

  private async noteSeen(entries: Entries): Promise<void> {
    const day = toDay(this.clock.now());
    const late = entries.filter((entry): entry is DictionaryEntry => entry !== undefined && entry.seenDay < day);
    if (late.length === 0) return;
    await this.queries.noteSeen(
      late.map(({ scheduleId }) => scheduleId),
      day,
    );
    for (const entry of late) entry.seenDay = day;
  }

  private async write(intake: Intake, samples: SampleColumns): Promise<void> {
    const { tooOld, tooNew, refused, histograms, ofHistograms } = samples;
    if (tooOld > 0) intake.refusals.add(TOO_OLD, tooOld);
    if (tooNew > 0) intake.refusals.add(TOO_NEW, tooNew);
    for (const problem of refused) intake.refusals.add(problem, 1);
    const batch = samples.toBatch();
    // Before the points, by which readers know that there is a histogram.
    if (histograms.length > 0) await this.histograms.store(histograms);
    await this.writer.write(batch, intake.caller.subject);
    intake.stored += batch.times.length - ofHistograms;
    intake.storedHistograms += ofHistograms;
  }

  /** Keys of an agent's series differ, because the series get another label. */
  private toKey({ ownOnly, subject }: Submitter, key: string): string {
    // Keys made of bytes never contain this letter.
    return ownOnly ? `\u0100${subject}\n${key}` : key;
  }
}

const TOO_OLD = new RefusedSeries('too_old', '', 'times of more than 7 days ago');
const TOO_NEW = new RefusedSeries('too_new', '', 'times of more than 24 hours in the future');

function toDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

function findAgent({ ownOnly, username }: Submitter): string | undefined {
  return ownOnly ? username : undefined;
}
