import { Injectable } from '@nestjs/common';
import type { AvailabilityStretch, Condition, Fact, Remembered } from '@wardstone/alerting';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { TimeWindow } from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import { FactHistoryQueries, MAX_FACTS, type ReplayedSchedule } from './fact-history.queries';
import { type StoredNumbers, StoredNumberReader } from './stored-numbers';

/** Facts that a definition would have evaluated. */
export interface History {
  /** In order of time. */
  facts: readonly Fact[];
  /** Last values of conditions at the start. */
  memory: ReadonlyMap<number, Remembered>;
  availability: readonly AvailabilityStretch[];
  /** Numbers before this time are averages; 0 if none are. */
  averagesBeforeMs: number;
}

/** The numbers of some resources, with their schedules. */
interface Numbers {
  readonly schedules: readonly ReplayedSchedule[];
  readonly of: (schedule: ReplayedSchedule) => StoredNumbers;
}

/** Maximum number of schedules read at once, of several resources if possible. */
const SCHEDULES_AT_ONCE = 25;

/** Reads the facts that conditions need. */
@Injectable()
export class FactHistoryReader {
  constructor(
    private readonly queries: FactHistoryQueries,
    private readonly numbers: StoredNumberReader,
  ) {}

  /** @throws invalid_query for too much of it */
  async read(
    resourceId: number,
    conditions: readonly Condition[],
    window: TimeWindow,
    nowMs: number,
    signal: AbortSignal,
  ): Promise<History> {
    const numbers = await this.readNumbers([resourceId], conditions, window, nowMs);
    if (!numbers) throw tooManyFacts();
    return this.readOne(resourceId, conditions, window, nowMs, numbers, signal);
  }

  /** Reads one resource after another. @throws as `read` */
  async *readEach(
    resourceIds: readonly number[],
    conditions: readonly Condition[],
    window: TimeWindow,
    nowMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<[resourceId: number, history: History]> {
    const size = Math.max(1, Math.floor(SCHEDULES_AT_ONCE / Math.max(1, getMetrics(conditions).length)));
    for (let at = 0; at < resourceIds.length; at += size) {
      signal.throwIfAborted();
      const lot = resourceIds.slice(at, at + size);
      const numbers = await this.readNumbers(lot, conditions, window, nowMs);
      for (const id of lot) {
        yield numbers
          ? [id, await this.readOne(id, conditions, window, nowMs, numbers, signal)]
          : [id, await this.read(id, conditions, window, nowMs, signal)];
      }
    }
  }

  private async readOne(
    resourceId: number,
    conditions: readonly Condition[],
    window: TimeWindow,
    nowMs: number,
    stored: Numbers,
    signal: AbortSignal,
  ): Promise<History> {
    const has = (...categories: Condition['category'][]): boolean =>
      conditions.some(({ category }) => categories.includes(category));
    const { queries } = this;
    const parts: Fact[][] = [];
    const memory = new Map<number, Remembered>();
    const availability = has('AVAILABILITY', 'AVAIL_DURATION')
      ? await queries.listAvailability(resourceId, window.end)
      : [];
    parts.push(this.availabilityFacts(conditions, availability, window, memory));
    if (has('EVENT')) parts.push(await queries.listEvents(resourceId, window));
    if (has('CONTROL')) parts.push(await queries.listOperations(resourceId, window));
    if (has('RESOURCE_CONFIG')) parts.push(await queries.listConfigurationChanges(resourceId, window));
    if (has('DRIFT')) parts.push(await queries.listDrift(resourceId, window));
    parts.push(await this.traitFacts(resourceId, conditions, window, memory));
    const own = stored.schedules.filter((schedule) => schedule.resourceId === resourceId);
    const numbers = await this.numberFacts({ ...stored, schedules: own }, conditions, window, nowMs, memory, signal);
    const facts = [...parts.flat(), ...numbers.facts];
    if (facts.length > MAX_FACTS) throw tooManyFacts();
    // Facts with equal times keep the order of their list.
    facts.sort((a, b) => a.atMs - b.atMs);
    return { facts, memory, availability, averagesBeforeMs: numbers.averagesBeforeMs };
  }

  private availabilityFacts(
    conditions: readonly Condition[],
    history: readonly AvailabilityStretch[],
    { start }: TimeWindow,
    memory: Map<number, Remembered>,
  ): Fact[] {
    const before = history.filter(({ sinceMs }) => sinceMs < start).at(-1)?.type ?? 'UNKNOWN';
    for (const { id, category } of conditions) {
      if (category === 'AVAILABILITY' || category === 'AVAIL_DURATION') memory.set(id, before);
    }
    return history
      .filter(({ sinceMs }) => sinceMs >= start)
      .map(({ type, sinceMs: atMs }) => ({ kind: 'availability', type, atMs }));
  }

  private async traitFacts(
    resourceId: number,
    conditions: readonly Condition[],
    window: TimeWindow,
    memory: Map<number, Remembered>,
  ): Promise<Fact[]> {
    const asking = conditions.filter(({ category }) => category === 'TRAIT');
    if (asking.length === 0) return [];
    const ids = asking.map(({ measurementDefinition }) => measurementDefinition);
    const schedules = await this.queries.listSchedules([resourceId], ids);
    for (const { scheduleId, metricDefinitionId } of schedules) {
      const before = await this.queries.findTrait(scheduleId, window.start);
      for (const { id, measurementDefinition } of asking) {
        if (measurementDefinition === metricDefinitionId) memory.set(id, before);
      }
    }
    const metricOf = new Map(schedules.map(({ scheduleId, metricDefinitionId }) => [scheduleId, metricDefinitionId]));
    const rows = await this.queries.listTraits([...metricOf.keys()], window);
    return rows.map(({ scheduleId, timeMs: atMs, value }) => {
      return { kind: 'trait', metricDefinitionId: metricOf.get(scheduleId)!, value, atMs };
    });
  }

  private async readNumbers(
    resourceIds: readonly number[],
    conditions: readonly Condition[],
    window: TimeWindow,
    nowMs: number,
  ): Promise<Numbers | undefined> {
    const ids = getMetrics(conditions);
    const schedules = ids.length === 0 ? [] : await this.queries.listSchedules(resourceIds, ids);
    const numbers = await this.numbers.read(schedules, window, nowMs);
    return numbers && { schedules, of: numbers };
  }

  private async numberFacts(
    numbers: Numbers,
    conditions: readonly Condition[],
    window: TimeWindow,
    nowMs: number,
    memory: Map<number, Remembered>,
    signal: AbortSignal,
  ): Promise<StoredNumbers> {
    const facts: Fact[][] = [];
    let averagesBeforeMs = 0;
    const pace = new Pace();
    for (const schedule of numbers.schedules) {
      if (pace.isDue) await pace.rest(signal);
      const stored = numbers.of(schedule);
      facts.push(stored.facts);
      averagesBeforeMs = Math.max(averagesBeforeMs, stored.averagesBeforeMs);
      const changing = conditions.filter(
        ({ category, measurementDefinition }) =>
          category === 'CHANGE' && measurementDefinition === schedule.metricDefinitionId,
      );
      if (changing.length === 0) continue;
      const before = await this.numbers.readBefore(schedule, window.start, nowMs);
      for (const { id } of changing) memory.set(id, before);
    }
    return { facts: facts.flat(), averagesBeforeMs };
  }
}

function getMetrics(conditions: readonly Condition[]): number[] {
  return [...new Set(conditions.filter(looksAtNumbers).map((c) => c.measurementDefinition))];
}

function tooManyFacts(): ApiError {
  return new ApiError(
    MonitoringError.invalid_query,
    `Parameters start and end: more than ${MAX_FACTS} facts in this window; choose a shorter window`,
  );
}

const looksAtNumbers = ({ category, measurementDefinition }: Condition): boolean =>
  category !== 'TRAIT' && measurementDefinition !== 0;
