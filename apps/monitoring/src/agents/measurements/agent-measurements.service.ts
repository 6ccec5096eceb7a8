import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import type { MeasurementReport, ReportResult } from '@wardstone/dto/monitoring';
import type { CallTimeSum } from '@wardstone/metric-points';
import { CallTimeService } from '../../metrics/call-times/call-time.service';
import type { PointBatch } from '../../metrics/storage/log-segment';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { type TraitValue, TraitReports } from '../../metrics/traits/trait-reports';
import { AgentReports, type Outlook } from '../reports/agent-reports.service';
import { Rejections } from '../reports/report-items';
import { type SentReport, validFields } from '../reports/report-reader';
import { AgentMeasurementQueries, type ReportedSchedule } from './agent-measurement.queries';
import { judgeSamples, readSamples, type Sample, scheduleIdsOf, type SentSamples } from './sent-samples';
import { type CounterValue, ratePerMinute } from './rate-per-minute';

interface Prepared {
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
  report(name: string, sent: SentReport<MeasurementReport>, caller: CallerIdentity): Promise<ReportResult> {
    const samples = readSamples(sent.fields);
    return this.reports.takePrepared(
      name,
      { kind: 'measurements', ...sent },
      caller,
      {
        find: (agent, reportId) => this.queries.findWithSchedules(agent, reportId, scheduleIdsOf(samples)),
        prepare: ({ nowMs }, { schedules }) => {
          validFields(sent);
          return this.prepare(samples, new Map(schedules.map((one) => [one.id, one])), nowMs);
        },
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
    samples: SentSamples,
    schedules: ReadonlyMap<number, ReportedSchedule>,
    nowMs: number,
  ): Outlook<Prepared, Taken> {
    const { numbers, texts, calls, rejections } = judgeSamples(samples, schedules, nowMs);
    const { points, counters } = withRates(numbers);
    const accepted = numbers.length + texts.length + calls.length;
    const callTimes = calls.flatMap(({ schedule, sums }) => sums.map((sum) => ({ ...sum, scheduleId: schedule.id })));
    const prepared = { accepted, rejections, counters, traits: lastOfEach(texts), callTimes };
    if (points.times.length === 0) return { prepared };
    const holdsMore = prepared.traits.length > 0 || prepared.callTimes.length > 0;
    return {
      prepared,
      storeWith: (work) => this.writer.writeWith(points, work),
      storeJoining: (report, answer) =>
        this.writer.writeJoining(points, this.queries.keeping(report, answer, counters)),
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

function storedCounter({ counter_ms, counter_value }: ReportedSchedule): CounterValue | undefined {
  return counter_ms === null || counter_value === null ? undefined : { timeMs: counter_ms, value: counter_value };
}

/** Of several traits with one schedule and time the last counts; of equal ones that follow each other, the first. */
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
