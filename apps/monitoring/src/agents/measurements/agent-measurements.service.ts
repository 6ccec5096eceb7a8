import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { ReportResult } from '@wardstone/dto/monitoring';
import { CallTimeService } from '../../metrics/call-times/call-time.service';
import type { CallTimeSum } from '../../metrics/domain/call-times';
import type { PointBatch } from '../../metrics/storage/log-segment';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { TraitReports } from '../../metrics/traits/trait-reports';
import type { TraitReport } from '../../metrics/traits/trait-reports';
import { AgentReports } from '../reports/agent-reports.service';
import type { IncomingReport, StoreWith } from '../reports/agent-reports.service';
import { MOST_ITEMS, Rejections, idOf, isFields, listOf, refuseTooMany, timeOf } from '../reports/report-reader';
import type { Fields } from '../reports/report-reader';
import { AgentMeasurementQueries } from './agent-measurement.queries';
import type { ReportedSchedule } from './agent-measurement.queries';
import { readCallTimes } from './read-call-times';
import { ratePerMinute } from './rate-per-minute';
import type { CounterValue } from './rate-per-minute';

const DAY_MS = 24 * 60 * 60 * 1000;
/** See rule agents-6. */
const OLDEST_MS = 7 * DAY_MS;
const AHEAD_MS = 10 * 60_000;
const MOST_TRAIT_BYTES = 4000;
const LISTS = ['numeric', 'traits', 'callTimes'] as const;

type Items = readonly unknown[];

interface Sample<Value> {
  index: number;
  schedule: ReportedSchedule;
  timeMs: number;
  value: Value;
}

interface Prepared {
  accepted: number;
  rejections: Rejections;
  counters: ReadonlyMap<number, CounterValue>;
  traits: readonly TraitReport[];
  callTimes: readonly (CallTimeSum & { scheduleId: number })[];
}

type Taken = Pick<ReportResult, 'accepted' | 'rejected'>;

/** See rule agents-6. */
@Injectable()
export class AgentMeasurements {
  constructor(
    @Inject(AgentReports) private readonly reports: AgentReports,
    @Inject(AgentMeasurementQueries) private readonly queries: AgentMeasurementQueries,
    @Inject(MetricWriter) private readonly writer: MetricWriter,
    @Inject(CallTimeService) private readonly calls: CallTimeService,
    @Inject(TraitReports) private readonly traitReports: TraitReports,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  report(name: string, body: unknown, caller: CallerIdentity): Promise<ReportResult> {
    return this.reports.takePrepared(
      name,
      body,
      caller,
      {
        find: (agent, reportId) => this.queries.findWithSchedules(agent, reportId, scheduleIdsOf(body)),
        prepare: (report, { schedules }) => this.prepare(report, new Map(schedules.map((one) => [one.id, one]))),
      },
      async (tx, _report, prepared) => {
        const { counters, traits, callTimes } = prepared;
        await this.queries.keepCounters(tx, counters);
        await this.traitReports.store(tx, traits);
        if (callTimes.length > 0) await this.calls.store(tx, callTimes);
        return taken(prepared);
      },
    );
  }

  /** Numbers are stored in the transaction of the rest; storing them twice changes nothing. */
  private prepare(
    { fields, nowMs }: IncomingReport,
    schedules: ReadonlyMap<number, ReportedSchedule>,
  ): { prepared: Prepared; storeWith?: StoreWith; result?: Taken | undefined } {
    const [numeric, traits, callTimes] = LISTS.map((name) => listOf(fields, name)) as [Items, Items, Items];
    refuseTooMany(numeric.length + traits.length + callTimes.length);
    const rejections = new Rejections();
    const read = <Value>(
      items: readonly unknown[],
      first: number,
      valueOf: (item: Fields, schedule: ReportedSchedule) => Value | { refused: string },
    ): Sample<Value>[] =>
      items.flatMap((item, offset): Sample<Value>[] => {
        const sample = readSample(item, schedules, nowMs, valueOf);
        if (typeof sample === 'string') rejections.add(first + offset, sample);
        return typeof sample === 'string' ? [] : [{ ...sample, index: first + offset }];
      });
    const numbers = read(numeric, 0, numberOf);
    const texts = read(traits, numeric.length, traitOf);
    const calls = readCalls(callTimes, schedules, nowMs, (offset, reason) =>
      rejections.add(numeric.length + traits.length + offset, reason),
    );
    const { points, counters } = withRates(numbers);
    const accepted = numbers.length + texts.length + calls.accepted;
    const prepared = { accepted, rejections, counters, traits: lastOfEach(texts), callTimes: calls.sums };
    if (points.times.length === 0) return { prepared };
    const holdsMore = counters.size > 0 || prepared.traits.length > 0 || prepared.callTimes.length > 0;
    return {
      prepared,
      storeWith: (work) => this.writer.writeWith(points, work),
      result: holdsMore ? undefined : taken(prepared),
    };
  }
}

function taken({ accepted, rejections }: Prepared): Taken {
  return { accepted, rejected: rejections.list };
}

/** The numbers with the rates that they give, and the newest values of counters. */
function withRates(numbers: readonly Sample<number>[]): {
  points: PointBatch;
  counters: ReadonlyMap<number, CounterValue>;
} {
  const counters = new Map<number, CounterValue>();
  const points: { scheduleId: number; timeMs: number; value: number }[] = [];
  for (const { schedule, timeMs, value } of [...numbers].sort((a, b) => a.timeMs - b.timeMs)) {
    const { id: scheduleId, numeric_type: trend, rate_schedule_id: rateId } = schedule;
    if (trend === 'DYNAMIC' || schedule.is_enabled) points.push({ scheduleId, timeMs, value });
    if (trend === 'DYNAMIC') continue;
    const before = counters.get(scheduleId) ?? storedCounter(schedule);
    const rate = ratePerMinute(before, { timeMs, value }, trend);
    if (rateId !== null && rate !== undefined) points.push({ scheduleId: rateId, timeMs, value: rate });
    if (!before || timeMs > before.timeMs) counters.set(scheduleId, { timeMs, value });
  }
  const batch = {
    scheduleIds: Int32Array.from(points, ({ scheduleId }) => scheduleId),
    times: Float64Array.from(points, ({ timeMs }) => timeMs),
    values: Float64Array.from(points, ({ value }) => value),
  };
  return { points: batch, counters };
}

/** The schedules that a report names, whatever else is right or wrong with it. */
function scheduleIdsOf(body: unknown): number[] {
  if (!isFields(body)) return [];
  const items = LISTS.flatMap((name): Items => {
    const list = body[name];
    return Array.isArray(list) && list.length <= MOST_ITEMS ? list : [];
  });
  return [...new Set(items.flatMap((item) => (isFields(item) ? (idOf(item['scheduleId']) ?? []) : [])))];
}

/** The sample, or why it is refused. */
function readSample<Value>(
  item: unknown,
  schedules: ReadonlyMap<number, ReportedSchedule>,
  nowMs: number,
  valueOf: (item: Fields, schedule: ReportedSchedule) => Value | { refused: string },
): Omit<Sample<Value>, 'index'> | string {
  if (!isFields(item)) return 'not an object';
  const schedule = schedules.get(idOf(item['scheduleId']) ?? 0);
  if (!schedule) return `unknown schedule ${JSON.stringify(item['scheduleId'])}`;
  if (schedule.inventory_status !== 'COMMITTED') return 'the resource is not in inventory';
  const timeMs = timeOf(item['timestamp']);
  if (timeMs === undefined) return 'field timestamp must be a time';
  if (timeMs < nowMs - OLDEST_MS) return 'older than 7 days';
  if (timeMs > nowMs + AHEAD_MS) return 'more than 10 minutes ahead';
  const value = valueOf(item, schedule);
  return typeof value === 'object' && value !== null && 'refused' in value
    ? value.refused
    : { schedule, timeMs, value };
}

/** Items of call times; every one is taken as a whole or refused. */
function readCalls(
  items: readonly unknown[],
  schedules: ReadonlyMap<number, ReportedSchedule>,
  nowMs: number,
  refuse: (offset: number, reason: string) => void,
): { accepted: number; sums: (CallTimeSum & { scheduleId: number })[] } {
  let accepted = 0;
  const sums = items.flatMap((item, offset) => {
    const schedule = isFields(item) ? schedules.get(idOf(item['scheduleId']) ?? 0) : undefined;
    const read = readCallItem(item, schedule, nowMs);
    if (typeof read === 'string') {
      refuse(offset, read);
      return [];
    }
    accepted++;
    return read.map((sum) => ({ ...sum, scheduleId: schedule!.id }));
  });
  return { accepted, sums };
}

function readCallItem(item: unknown, schedule: ReportedSchedule | undefined, nowMs: number): CallTimeSum[] | string {
  if (!isFields(item)) return 'not an object';
  if (!schedule) return `unknown schedule ${JSON.stringify(item['scheduleId'])}`;
  if (schedule.inventory_status !== 'COMMITTED') return 'the resource is not in inventory';
  if (schedule.data_type !== 'CALLTIME') return `the schedule is for data of type ${schedule.data_type}`;
  return readCallTimes(item, { oldestMs: nowMs - OLDEST_MS, latestMs: nowMs + AHEAD_MS });
}

function numberOf({ value }: Fields, { data_type, is_per_minute }: ReportedSchedule): number | { refused: string } {
  if (data_type !== 'MEASUREMENT') return { refused: `the schedule is for data of type ${data_type}` };
  if (is_per_minute) return { refused: 'rates per minute are computed by the server' };
  return typeof value === 'number' && Number.isFinite(value) ? value : { refused: 'the value is not a finite number' };
}

function traitOf({ value }: Fields, { data_type }: ReportedSchedule): string | { refused: string } {
  if (data_type !== 'TRAIT') return { refused: `the schedule is for data of type ${data_type}` };
  if (typeof value !== 'string') return { refused: 'the value is not a string' };
  return Buffer.byteLength(value) <= MOST_TRAIT_BYTES ? value : { refused: 'the value is too long' };
}

function storedCounter({ counter_ms, counter_value }: ReportedSchedule): CounterValue | undefined {
  return counter_ms === null || counter_value === null ? undefined : { timeMs: counter_ms, value: counter_value };
}

/** Of several traits with one schedule and time the last counts; of equal ones that follow each other, the first. */
function lastOfEach(samples: readonly Sample<string>[]): TraitReport[] {
  const byKey = new Map<string, TraitReport>();
  for (const { schedule, timeMs, value } of samples) {
    byKey.set(`${schedule.id}:${timeMs}`, { scheduleId: schedule.id, timeMs, value });
  }
  const ordered = [...byKey.values()].sort((a, b) => a.scheduleId - b.scheduleId || a.timeMs - b.timeMs);
  return ordered.filter((trait, at) => {
    const before = ordered[at - 1];
    return before?.scheduleId !== trait.scheduleId || before.value !== trait.value;
  });
}
