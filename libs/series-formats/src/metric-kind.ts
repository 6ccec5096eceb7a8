import type { Unit } from '@wardstone/units';
import type { MetricMetadata } from './incoming-series';

/** Metadata of a metric, derived from one series. */
export interface DescribedMetric {
  readonly isCounter: boolean;
  readonly help: string;
  readonly unit: Unit;
}

/** Suffixes of the series of a family, and of counters. */
const PARTS = /_(bucket|count|sum|total)$/;

/** Units in descriptors, UCUM and name suffixes. Percentages are stored as fractions. */
const UNITS: Readonly<Record<string, Unit>> = {
  bytes: 'BYTES',
  By: 'BYTES',
  KiBy: 'KILOBYTES',
  MiBy: 'MEGABYTES',
  GiBy: 'GIGABYTES',
  bit: 'BITS',
  bits: 'BITS',
  seconds: 'SECONDS',
  s: 'SECONDS',
  milliseconds: 'MILLISECONDS',
  ms: 'MILLISECONDS',
  microseconds: 'MICROSECONDS',
  us: 'MICROSECONDS',
  nanoseconds: 'NANOSECONDS',
  ns: 'NANOSECONDS',
  min: 'MINUTES',
  h: 'HOURS',
  d: 'DAYS',
  ratio: 'PERCENTAGE',
  celsius: 'CELSIUS',
  Cel: 'CELSIUS',
  kelvin: 'KELVIN',
};

/** Possible families of a series with this name, most likely first. */
export function possibleFamilies(name: string): string[] {
  return PARTS.test(name) ? [name, name.replace(PARTS, '')] : [name];
}

/** The family of a series with this metadata. */
export function getFamily(name: string, { kind }: MetricMetadata): string {
  return kind === 'histogram' || kind === 'summary' ? name.replace(/_(bucket|count|sum)$/, '') : name;
}

/** Names of the series in a family. */
export function seriesNames(family: string): string[] {
  return [family, ...['bucket', 'count', 'sum', 'total'].map((part) => `${family}_${part}`)];
}

export function describeMetric(name: string, metadata: MetricMetadata | undefined): DescribedMetric {
  const isPart = /_(bucket|count|sum)$/.test(name);
  const isCounter =
    metadata === undefined || metadata.kind === 'unknown'
      ? name.endsWith('_total')
      : metadata.kind === 'counter' || (isPart && (metadata.kind === 'histogram' || metadata.kind === 'summary'));
  return { isCounter, help: metadata?.help ?? '', unit: toUnit(name, metadata?.unit ?? '') };
}

function toUnit(name: string, sent: string): Unit {
  if (/_(bucket|count)$/.test(name)) return 'NONE';
  const base = name.replace(/_(sum|total)$/, '');
  if (base.endsWith('_timestamp_seconds')) return 'EPOCH_SECONDS';
  const last = base.slice(base.lastIndexOf('_') + 1);
  const known = sent === '' ? (base === last || last.length < 5 ? '' : last) : sent;
  return Object.hasOwn(UNITS, known) ? UNITS[known]! : 'NONE';
}
