import { isFields } from '@wardstone/dto';
import {
  type MeasurementReport,
  ReportedCall,
  ReportedCallTimes,
  ReportedNumber,
  ReportedTrait,
} from '@wardstone/dto/monitoring';
import { type CallTime, type CallTimeSum, sumCallTimes } from '@wardstone/metric-points';
import { fieldReader, type Read, type Reading } from '../reports/field-reader';
import { Rejections } from '../reports/report-items';
import { MAX_ITEMS, refuseTooMany } from '../reports/report-reader';
import type { ReportedSchedule } from './agent-measurement.queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** See rule agents-6. */
const OLDEST_MS = 7 * DAY_MS;
const AHEAD_MS = 10 * 60_000;
const MAX_TRAIT_BYTES = 4000;

const readNumber = fieldReader(ReportedNumber);
const readTrait = fieldReader(ReportedTrait);
const readCallTimes = fieldReader(ReportedCallTimes);
const readCall = fieldReader(ReportedCall);

type ReportedSample = Pick<ReportedNumber, 'scheduleId'>;
type Schedules = ReadonlyMap<number, ReportedSchedule>;

/** A value that passed validation. */
export interface Sample<Value> {
  schedule: ReportedSchedule;
  timeMs: number;
  value: Value;
}

/** Calls that passed validation, summed by destination. */
interface JudgedCalls {
  schedule: ReportedSchedule;
  sums: CallTimeSum[];
}

interface JudgedSamples {
  numbers: Sample<number>[];
  texts: Sample<string>[];
  calls: JudgedCalls[];
  rejections: Rejections;
}

/** The samples of a report as sent. */
export interface SentSamples {
  count: number;
  numbers: readonly Reading<ReportedNumber>[];
  texts: readonly Reading<ReportedTrait>[];
  callTimes: readonly Reading<ReportedCallTimes>[];
}

export function readSamples({
  numeric = [],
  traits = [],
  callTimes = [],
}: Partial<Read<MeasurementReport>>): SentSamples {
  const count = numeric.length + traits.length + callTimes.length;
  // A report that is refused as a whole need not be parsed.
  if (count > MAX_ITEMS) return { count, numbers: [], texts: [], callTimes: [] };
  return {
    count,
    numbers: numeric.map(readNumber),
    texts: traits.map(readTrait),
    callTimes: callTimes.map(readCallTimes),
  };
}

/** Ids of all schedules in the report, including those of invalid items. */
export function listScheduleIds({ numbers, texts, callTimes }: SentSamples): number[] {
  const ids = new Set<number>();
  for (const list of [numbers, texts, callTimes]) {
    for (const { fields } of list) if (fields.scheduleId !== undefined) ids.add(fields.scheduleId);
  }
  return [...ids];
}

/**
 * Decides which samples to store. Items are counted over all lists.
 * @throws payload_too_large
 */
export function judgeSamples(sent: SentSamples, schedules: Schedules, nowMs: number): JudgedSamples {
  refuseTooMany(sent.count);
  const rejections = new Rejections();
  let count = 0;
  const judge = <T, Judged>(
    readings: readonly Reading<T>[],
    judged: (reading: Reading<T>) => Judged | string,
  ): Judged[] =>
    readings.flatMap((reading): Judged[] => {
      const result = judged(reading);
      const index = count++;
      if (typeof result !== 'string') return [result];
      rejections.add(index, result);
      return [];
    });
  return {
    numbers: judge(sent.numbers, (reading) => judgeNumber(reading, schedules, nowMs)),
    texts: judge(sent.texts, (reading) => judgeTrait(reading, schedules, nowMs)),
    calls: judge(sent.callTimes, (reading) => judgeCalls(reading, schedules, nowMs)),
    rejections,
  };
}

function judgeNumber(reading: Reading<ReportedNumber>, schedules: Schedules, nowMs: number): Sample<number> | string {
  const place = getPlace(reading, schedules, { kind: 'MEASUREMENT', nowMs });
  if (typeof place === 'string') return place;
  if (place.schedule.is_per_minute) return 'rates per minute are computed by the server';
  const { value } = reading.fields;
  return value === undefined ? reading.refusal! : { ...place, value };
}

function judgeTrait(reading: Reading<ReportedTrait>, schedules: Schedules, nowMs: number): Sample<string> | string {
  const place = getPlace(reading, schedules, { kind: 'TRAIT', nowMs });
  if (typeof place === 'string') return place;
  const { value } = reading.fields;
  if (value === undefined) return reading.refusal!;
  return Buffer.byteLength(value) <= MAX_TRAIT_BYTES ? { ...place, value } : 'the value is too long';
}

/** Calls are accepted or rejected together, and summed by destination. See rule metrics-17. */
function judgeCalls(reading: Reading<ReportedCallTimes>, schedules: Schedules, nowMs: number): JudgedCalls | string {
  const schedule = getSchedule(reading, schedules);
  if (typeof schedule === 'string') return schedule;
  const problem = kindProblem(schedule, 'CALLTIME');
  if (problem !== undefined) return problem;
  const { fields, refusal } = reading;
  if (refusal !== undefined) return refusal;
  const calls: CallTime[] = [];
  for (const value of fields.values) {
    const call = judgeCall(value, nowMs);
    if (typeof call === 'string') return call;
    calls.push(call);
  }
  return { schedule, sums: sumCallTimes(calls) };
}

function judgeCall(value: unknown, nowMs: number): CallTime | string {
  if (!isFields(value)) return 'a call is not an object';
  const { fields, refusal } = readCall(value);
  if (refusal !== undefined) return refusal;
  const { callDestination: destination, beginTime: beginMs, duration: durationMs } = fields;
  return timeProblem(beginMs, nowMs) ?? { destination, beginMs, durationMs };
}

/** Schedule and time of a sample, or why it is rejected. */
function getPlace(
  reading: Reading<ReportedSample & Pick<ReportedNumber, 'timestamp'>>,
  schedules: Schedules,
  { kind, nowMs }: { kind: string; nowMs: number },
): { schedule: ReportedSchedule; timeMs: number } | string {
  const schedule = getSchedule(reading, schedules);
  if (typeof schedule === 'string') return schedule;
  const { timestamp: timeMs } = reading.fields;
  if (timeMs === undefined) return reading.refusal!;
  return timeProblem(timeMs, nowMs) ?? kindProblem(schedule, kind) ?? { schedule, timeMs };
}

function getSchedule({ fields, refusal }: Reading<ReportedSample>, schedules: Schedules): ReportedSchedule | string {
  const { scheduleId } = fields;
  if (scheduleId === undefined) return refusal!;
  const schedule = schedules.get(scheduleId);
  if (!schedule) return `unknown schedule ${scheduleId}`;
  return schedule.inventory_status === 'COMMITTED' ? schedule : 'the resource is not in inventory';
}

function timeProblem(timeMs: number, nowMs: number): string | undefined {
  if (timeMs < nowMs - OLDEST_MS) return 'older than 7 days';
  return timeMs > nowMs + AHEAD_MS ? 'more than 10 minutes ahead' : undefined;
}

function kindProblem({ data_type }: ReportedSchedule, wanted: string): string | undefined {
  return data_type === wanted ? undefined : `the schedule is for data of type ${data_type}`;
}
