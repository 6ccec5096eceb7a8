import { countValues } from '@wardstone/bootstrap';
import { NamedDataPoint, NumericDataPoint } from '@wardstone/dto/monitoring';
import { invalidContent } from '../../api/invalid-parameter';
import { BodyError, readXmlRecords } from '@wardstone/media-types';
import type { DtoClass } from '@wardstone/dto';
import type { PointBatch } from '../storage/log-segment';
import { MAX_VALUES, type SentBytes } from './points-body';
import { scanPoints } from './scan-points';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { MAX_LEAD_MS, RAW_RETENTION_MS } from '@wardstone/metric-points';

/** @throws points_too_old, invalid_content */
export function requireTime(timeMs: number, now: number): void {
  if (timeMs < now - RAW_RETENTION_MS) {
    throw new ApiError(
      MonitoringError.points_too_old,
      `The time ${timeMs} is more than 7 days ago; times are in ms since 1970`,
    );
  }
  if (timeMs > now + MAX_LEAD_MS) {
    throw invalidContent(`The time ${timeMs} is more than 24 hours in the future`);
  }
}

/** Points as sent. */
interface SentPoints {
  readonly batch: PointBatch;
  /** Items of the list; item i belongs to point i of the batch. */
  readonly items: () => readonly unknown[];
}

/** Points of one resource by metric name. */
interface NamedPoints {
  readonly names: readonly string[];
  readonly times: Float64Array;
  readonly values: Float64Array;
}

const INTEGER = /^\s*[+-]?[0-9]{1,16}\s*$/;
const DOUBLE = /^\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?\s*$/i;
const MAX_INT = 2 ** 31 - 1;

/**
 * Reads a list of `{timeStamp, value, scheduleId}` in one loop, because bodies contain thousands of points, and general
 * validation takes ten times as long. The rules are the same: numbers may be text, unknown fields are ignored.
 * @throws invalid_content, points_too_old
 */
export function readPoints(body: SentBytes | undefined, now: number): SentPoints {
  const scanned = body && !body.isXml ? scanPoints(body.bytes) : undefined;
  if (!scanned) return readParsed(parsed(body, NumericDataPoint), now);
  requireTimes(scanned.times, now);
  return { batch: scanned, items: () => toList(parsed(body, NumericDataPoint)) };
}

function readParsed(body: unknown, now: number): SentPoints {
  const items = toList(body);
  const { length } = items;
  const scheduleIds = new Int32Array(length);
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const { scheduleId, timeStamp, value } = recordAt(items, i);
    scheduleIds[i] = integerAt(scheduleId, 'scheduleId', i, MAX_INT);
    times[i] = integerAt(timeStamp, 'timeStamp', i, Number.MAX_SAFE_INTEGER);
    values[i] = valueAt(value, i);
  }
  requireTimes(times, now);
  return { batch: { scheduleIds, times, values }, items: () => items };
}

/**
 * Reads a list of `{timestamp, value, metric}` in the same way.
 * @throws invalid_content, points_too_old
 */
export function readNamedPoints(body: SentBytes | undefined, now: number): NamedPoints {
  const items = toList(parsed(body, NamedDataPoint));
  const { length } = items;
  const names: string[] = [];
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const { metric, timestamp, value } = recordAt(items, i);
    if (typeof metric !== 'string' || metric === '')
      throw invalidContent(`Field metric of item ${i} must name a metric`);
    names.push(metric);
    times[i] = integerAt(timestamp, 'timestamp', i, Number.MAX_SAFE_INTEGER);
    values[i] = valueAt(value, i);
  }
  requireTimes(times, now);
  return { names, times, values };
}

/** Parses the JSON or XML of a body. @throws invalid_content */
function parsed(body: SentBytes | undefined, dto: DtoClass): unknown {
  if (!body) return undefined;
  if (countValues(body.bytes, body.isXml, MAX_VALUES) === undefined) throw invalidContent('The body cannot be parsed');
  const text = body.bytes.toString();
  try {
    return body.isXml ? readXmlRecords(text, dto) : (JSON.parse(text) as unknown);
  } catch (error) {
    throw invalidContent(error instanceof BodyError ? error.message : 'The body cannot be parsed');
  }
}

/** All other fields are checked before the first time, so that one cause has one error. */
function requireTimes(times: Float64Array, now: number): void {
  for (const time of times) requireTime(time, now);
}

function toList(body: unknown): readonly unknown[] {
  if (body === undefined) throw invalidContent('The request requires a body');
  if (!Array.isArray(body)) throw invalidContent('The body must be a list');
  return body;
}

function recordAt(items: readonly unknown[], index: number): Record<string, unknown> {
  const item = items[index];
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item as Record<string, unknown>;
  throw invalidContent(`Item ${index} of the body must be an object`);
}

/** Missing means 0, as for every number that is not set. */
function integerAt(value: unknown, name: string, index: number, most: number): number {
  const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : (value ?? 0);
  if (Number.isSafeInteger(number) && Math.abs(number as number) <= most) return (number as number) + 0;
  throw invalidContent(`Field ${name} of item ${index} must be a whole number`);
}

function valueAt(value: unknown, index: number): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const number = typeof value === 'string' && DOUBLE.test(value) ? Number(value) : NaN;
  if (Number.isFinite(number)) return number;
  throw invalidContent(`Field value of item ${index} must be a finite number`);
}
