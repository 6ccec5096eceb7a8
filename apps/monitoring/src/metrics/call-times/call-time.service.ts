import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { type CallTimeQuery, CallTimeRest, type CallTimeValueRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, toListKind, type Parsed, type Sent, type SentList } from '@wardstone/media-types';
import { type CallTime, type CallTimeSum, resolveWindow, sumCallTimes } from '@wardstone/metric-points';
import { isLongerThan } from '@wardstone/units';
import { Addresses } from '../../api/addresses';
import { invalidContent, invalidParameter } from '../../api/invalid-parameter';
import type { Submitter, Viewer } from '../../authorization/viewer';
import { MetricSchedules } from '../schedules/metric-schedules';
import { shownMetric } from '../shown-metric';
import { requireTime } from '../submission/read-points';
import { CallTimeQueries } from './call-time.queries';

const MAX_DESTINATION_LENGTH = 4000;

/** See rule metrics-17. */
@Injectable()
export class CallTimeService {
  constructor(
    private readonly queries: CallTimeQueries,
    private readonly schedules: MetricSchedules,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule_not_found, resource_forbidden, metric_not_call_time, invalid_content, points_too_old */
  async submit(scheduleId: number, body: SentList<CallTimeValueRest>, submitter: Submitter): Promise<HandlerResponse> {
    // Empty submissions are accepted for any schedule.
    if (body.count() === 0) return new HandlerResponse(undefined, { status: 200 });
    const { dataType, name } = await this.schedules.requireForSubmission(scheduleId, submitter);
    const sent = body.read();
    if (dataType !== 'CALLTIME') {
      const detail = `The metric ${name} of schedule ${scheduleId} is of type ${dataType}`;
      throw new ApiError(MonitoringError.metric_not_call_time, detail);
    }
    const now = this.clock.now();
    const sums = sumCallTimes(sent.map((value, index) => toCall(value, index, now)));
    await this.queries.insert(sums.map((sum) => ({ ...sum, scheduleId })));
    const start = Math.min(...sums.map(({ beginMs }) => beginMs));
    const end = Math.max(...sums.map(({ endMs }) => endMs));
    const path = `/metric/data/${scheduleId}/callTime?startTime=${start}&endTime=${end}`;
    return new HandlerResponse(undefined, { headers: { Location: this.addresses.of(path) } });
  }

  /** Stores sums of existing schedules. */
  store(tx: Transaction, sums: readonly (CallTimeSum & { scheduleId: number })[]): Promise<void> {
    return this.queries.insert(sums, tx);
  }

  /** @throws invalid_query, schedule_not_found, resource_forbidden */
  async read(
    scheduleId: number,
    query: Parsed<CallTimeQuery>,
    viewer: Viewer,
  ): Promise<HandlerResponse<CallTimeRest[]>> {
    const schedule = await this.schedules.require(scheduleId, viewer);
    const { aggregate, ...range } = query.read();
    const window = resolveWindow(range, this.clock.now());
    if (window.start > window.end) throw invalidParameter('Parameter startTime must not be later than endTime');
    const rows = aggregate
      ? await this.queries.listByDestination(scheduleId, window)
      : await this.queries.list(scheduleId, window);
    // Durations are in milliseconds, independent of the metric's unit.
    const metric = shownMetric({ ...schedule, unit: 'MILLISECONDS', isPerMinute: false });
    return new HandlerResponse(rows, { kind: toListKind(CallTimeRest, { metricOf: () => metric }) });
  }
}

/** @throws invalid_content, points_too_old */
function toCall(
  { callDestination, beginTime, duration }: Sent<CallTimeValueRest>,
  index: number,
  now: number,
): CallTime {
  const refuse = (what: string): never => {
    throw invalidContent(`Item ${index}: field ${what}`);
  };
  const destination = callDestination ?? refuse('callDestination must be given');
  if (isLongerThan(destination, MAX_DESTINATION_LENGTH)) {
    refuse(`callDestination is longer than ${MAX_DESTINATION_LENGTH} characters`);
  }
  const durationMs = duration ?? refuse('duration must be given');
  if (durationMs < 0) refuse('duration must not be negative');
  const beginMs = beginTime ?? refuse('beginTime must be given');
  requireTime(beginMs, now);
  requireTime(beginMs + durationMs, now);
  return { destination, beginMs, durationMs };
}
