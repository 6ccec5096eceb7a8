import type { AttributeValue } from './otlp-metrics';

/** UCUM units as suffixes of metric names. */
const UNITS: Readonly<Record<string, string>> = {
  d: 'days',
  h: 'hours',
  min: 'minutes',
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
  By: 'bytes',
  KiBy: 'kibibytes',
  MiBy: 'mebibytes',
  GiBy: 'gibibytes',
  TiBy: 'tibibytes',
  kBy: 'kilobytes',
  KBy: 'kilobytes',
  MBy: 'megabytes',
  GBy: 'gigabytes',
  TBy: 'terabytes',
  m: 'meters',
  V: 'volts',
  A: 'amperes',
  J: 'joules',
  W: 'watts',
  g: 'grams',
  Cel: 'celsius',
  Hz: 'hertz',
  '1': '',
  '%': 'percent',
};
const PER: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
};

type Translated = 'gauge' | 'counter' | 'other';

/**
 * The Prometheus name of a metric, with unit and `_total`; empty if no valid character remains. Source: OpenTelemetry,
 * "Prometheus and OpenMetrics Compatibility", as implemented by Prometheus.
 */
export function toMetricName(name: string, unit: string, type: Translated): string {
  let words = name.split(/[^a-zA-Z0-9:]+/).filter((word) => word !== '');
  if (words.length === 0) return '';
  const [main = '', ...per] = unit.split('/');
  words = withWord(words, unitWord(main, UNITS));
  const perWord = unitWord(per.join('/'), PER);
  words = withWord(words, perWord && `per_${perWord}`);
  if (type === 'counter') words = [...words.filter((word) => word !== 'total'), 'total'];
  if (type === 'gauge' && unit === '1') words = [...words.filter((word) => word !== 'ratio'), 'ratio'];
  const text = words.join('_');
  return /^[0-9]/.test(text) ? `_${text}` : text;
}

function withWord(words: string[], word: string): string[] {
  return word === '' || words.includes(word) ? words : [...words, word];
}

/** Text in braces is an annotation, not a unit. */
function unitWord(unit: string, known: Readonly<Record<string, string>>): string {
  const text = unit.trim();
  if (/[{}]/.test(text)) return '';
  const word = Object.hasOwn(known, text) ? known[text]! : text;
  return word.replace(/[^a-zA-Z0-9:]+/g, '_').replace(/^_|_$/g, '');
}

/** The name of a label; empty if no valid character remains. */
export function toLabelName(key: string): string {
  const name = key.replace(/[^a-zA-Z0-9]+/g, '_');
  if (/^_*$/.test(name)) return '';
  return /^[0-9]/.test(name) ? `key_${name}` : name;
}

/** The value of an attribute as text; values other than text become JSON. */
export function attributeText(value: AttributeValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'object' ? JSON.stringify(value, plain) : String(value);
}

function plain(_: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value) as unknown;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'bigint' ? Number(value) : value;
}
