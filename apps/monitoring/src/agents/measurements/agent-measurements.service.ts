import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { MeasurementReport, ReportResult } from '@wardstone/dto/monitoring';
import type { CallTimeSum } from '@wardstone/metric-points';
import { CallTimeService } from '../../metrics/call-times/call-time.service';
import type { PointBatch } from '../../metrics/storage/log-segment';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { type TraitValue, TraitReports } from '../../metrics/traits/trait-reports';
import type { ProcessedReport } from '../agent.queries';
import { AgentReports, type ReportResponse } from '../reports/agent-reports.service';
import { Rejections } from '../reports/report-items';
import { type SentReport, requireFields } from '../reports/report-reader';
import { AgentMeasurementQueries, type ReportedSchedule } from './agent-measurement.queries';
import { judgeSamples, readSamples, type Sample, listScheduleIds, type SentSamples } from './sent-samples';
import { type CounterValue, ratePerMinute } from './rate-per-minute';

interface Prepared {
  /** Numbers, including the rates derived from them. */
  points: PointBatch;
  accepted: number;
  rejections: Rejections;
  counters: ReadonlyMap<number, CounterValue>;
  traits: readonly TraitValue[];
  callTimes: readonly (CallTimeSum & { scheduleId: number })[];
}

type Taken = Pick<ReportResult, 'accepted' | 'rejected'>;

/** See rule agents-6. */
@Injectable()
export class AgentMeasurements {
  constructor(
    private readonly reports: AgentReports,
    private readonly queries: AgentMeasurementQueries,
    private readonly writer: MetricWriter,
    private readonly calls: CallTimeService,
    private readonly traitReports: TraitReports,
  ) {}

  /** @throws agent_not_found, agent_forbidden, invalid_content, payload_too_large */
  async report(name: string, sent: SentReport<MeasurementReport>, caller: CallerIdentity): Promise<ReportResult> {
    const samples = readSamples(sent.fields);
    const found = await this.queries.findWithSchedules(name, sent.reportId ?? null, listScheduleIds(samples));
    return this.reports.respond(name, { kind: 'measurements', ...sent }, caller, found, (report) => {
      requireFields(sent);
      return this.store(report, prepare(samples, found?.schedules ?? [], report.nowMs));
    });
  }

  /**
   * Numbers are stored together with those of other reports, everything else under a lock of the agent. If that lock is
   * held, the numbers are stored first; storing them twice changes nothing.
   */
  private async store(report: ProcessedReport, prepared: Prepared): Promise<ReportResponse<Taken>> {
    const hasNumbers = prepared.points.times.length > 0;
    const hasRest = prepared.traits.length > 0 || prepared.callTimes.length > 0;
    let response: ReportResponse<Taken> | undefined;
    if (hasNumbers && hasRest) response = await this.storeNumbersWithRest(report, prepared);
    else if (hasNumbers) response = await this.storeNumbersAlone(report, prepared);
    return response ?? this.storeRest(report, prepared);
  }

  /**
   * Stores numbers, report and response with one statement; undefined when the agent is locked or the report was
   * handled meanwhile.
   */
  private async storeNumbersAlone(
    report: ProcessedReport,
    prepared: Prepared,
  ): Promise<ReportResponse<Taken> | undefined> {
    const response = { ...taken(prepared), reportId: report.reportId };
    const keeping = this.queries.keeping(report, response, prepared.counters);
    const resync: unknown = await this.writer.writeJoining(prepared.points, keeping, report.agent);
    return typeof resync === 'boolean' ? { ...response, resync } : undefined;
  }

  /** Stores numbers and everything else in one transaction; undefined when the agent is locked. */
  private storeNumbersWithRest(
    report: ProcessedReport,
    prepared: Prepared,
  ): Promise<ReportResponse<Taken> | undefined> {
    return this.writer.writeWith(
      prepared.points,
      (tx) => this.reports.storeIn(tx, report, () => this.keep(tx, prepared)),
      report.agent,
    );
  }

  private storeRest(report: ProcessedReport, prepared: Prepared): Promise<ReportResponse<Taken>> {
    return this.reports.store(report, (tx) => this.keep(tx, prepared));
  }

  private async keep(tx: Transaction, prepared: Prepared): Promise<Taken> {
    const { counters, traits, callTimes } = prepared;
    await this.queries.keepCounters(tx, counters);
    await this.traitReports.store(tx, traits);
    if (callTimes.length > 0) await this.calls.store(tx, callTimes);
    return taken(prepared);
  }
}

function prepare(samples: SentSamples, schedules: readonly ReportedSchedule[], nowMs: number): Prepared {
  const byId = new Map(schedules.map((schedule) => [schedule.id, schedule]));
  const { numbers, texts, calls, rejections } = judgeSamples(samples, byId, nowMs);
  const callTimes = calls.flatMap(({ schedule, sums }) => sums.map((sum) => ({ ...sum, scheduleId: schedule.id })));
  const accepted = numbers.length + texts.length + calls.length;
  return { ...withRates(numbers), accepted, rejections, traits: lastOfEach(texts), callTimes };
}

function taken({ accepted, rejections }: Prepared): Taken {
  return { accepted, rejected: rejections.list };
}

/** The numbers with derived rates, and the newest values of counters. */
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

function storedCounter({ counter_ms, counter_value }: ReportedSchedule): CounterValue | undefined {
  return counter_ms === null || counter_value === null ? undefined : { timeMs: counter_ms, value: counter_value };
}

/** The last of several traits with the same schedule and time; of consecutive equal ones, the first. */
function lastOfEach(samples: readonly Sample<string>[]): TraitValue[] {
  const byKey = new Map<string, TraitValue>();
  for (const { schedule, timeMs, value } of samples) {
    byKey.set(`${schedule.id}:${timeMs}`, { scheduleId: schedule.id, timeMs, value });
  }
  const ordered = [...byKey.values()].sort((a, b) => a.scheduleId - b.scheduleId || a.timeMs - b.timeMs);
  return ordered.filter((trait, at) => {
    const before = ordered[at - 1];
    return before?.scheduleId !== trait.scheduleId || before.value !== trait.value;
  });
}
