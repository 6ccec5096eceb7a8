import { Injectable } from '@nestjs/common';
import type { TimeWindow } from '../../metrics/domain/time-window';
import type { Condition } from '../domain/condition';
import type { Remembered } from '../domain/condition-test';
import type { AvailabilityStretch, Fact } from '../domain/fact';
import { FactHistoryQueries, MOST_FACTS } from './fact-history.queries';
import { StoredNumberReader } from './stored-numbers';

/** What a definition would have met. */
export interface History {
  /** In the order of time. */
  facts: readonly Fact[];
  /** What conditions had seen last when it began. */
  memory: ReadonlyMap<number, Remembered>;
  availability: readonly AvailabilityStretch[];
  /** Numbers of before are averages; 0 when none is. */
  averagesBeforeMs: number;
}

/** There is more to replay than should be read at once. */
export class TooMuchHistory extends Error {}

/** Reads the facts that some conditions look at. */
@Injectable()
export class FactHistoryReader {
  constructor(
    private readonly queries: FactHistoryQueries,
    private readonly numbers: StoredNumberReader,
  ) {}

  /** @throws TooMuchHistory */
  async read(
    resourceId: number,
    conditions: readonly Condition[],
    window: TimeWindow,
    nowMs: number,
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
    const numbers = await this.numberFacts(resourceId, conditions, window, nowMs, memory);
    const facts = [...parts.flat(), ...numbers.facts];
    if (facts.length > MOST_FACTS) throw new TooMuchHistory(`more than ${MOST_FACTS} facts in this window`);
    // What happened at one time keeps the order of its list.
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
    const schedules = await this.queries.listSchedules(resourceId, ids);
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

  private async numberFacts(
    resourceId: number,
    conditions: readonly Condition[],
    window: TimeWindow,
    nowMs: number,
    memory: Map<number, Remembered>,
  ): Promise<{ facts: Fact[]; averagesBeforeMs: number }> {
    const asking = conditions.filter((c) => c.category !== 'TRAIT' && c.measurementDefinition !== 0);
    const ids = [...new Set(asking.map(({ measurementDefinition }) => measurementDefinition))];
    const facts: Fact[][] = [];
    let averagesBeforeMs = 0;
    for (const schedule of ids.length === 0 ? [] : await this.queries.listSchedules(resourceId, ids)) {
      const numbers = await this.numbers.read(schedule, window, nowMs);
      facts.push(numbers.facts);
      averagesBeforeMs = Math.max(averagesBeforeMs, numbers.averagesBeforeMs);
      const changing = asking.filter(
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
