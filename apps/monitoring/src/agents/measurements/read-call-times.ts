import { sumCallTimes } from '../../metrics/domain/call-times';
import type { CallTime, CallTimeSum } from '../../metrics/domain/call-times';
import { isFields, timeOf } from '../reports/report-reader';
import type { Fields } from '../reports/report-reader';

const LONGEST_DESTINATION = 4000;

/** The calls of an item, summed up by destination, or why they are refused. See rules metrics-17, agents-6. */
export function readCallTimes(
  { values }: Fields,
  { oldestMs, latestMs }: { oldestMs: number; latestMs: number },
): CallTimeSum[] | string {
  if (!Array.isArray(values)) return 'field values must be a list';
  const calls: CallTime[] = [];
  for (const value of values) {
    const call = readCall(value);
    if (typeof call === 'string') return call;
    if (call.beginMs < oldestMs) return 'older than 7 days';
    if (call.beginMs > latestMs) return 'more than 10 minutes ahead';
    calls.push(call);
  }
  return sumCallTimes(calls);
}

function readCall(value: unknown): CallTime | string {
  if (!isFields(value)) return 'a call is not an object';
  const { callDestination: destination, duration } = value;
  const beginMs = timeOf(value['beginTime']);
  if (typeof destination !== 'string' || destination.length > LONGEST_DESTINATION) {
    return `field callDestination must be a text of at most ${LONGEST_DESTINATION} characters`;
  }
  if (beginMs === undefined) return 'field beginTime must be a time';
  const durationMs = timeOf(duration);
  if (durationMs === undefined) return 'field duration must be a number of ms';
  return { destination, beginMs, durationMs };
}
