import { StringField } from '../fields';

const MATCHES = 'Selectors, any of which a series has to meet; may be repeated';
const TIMES = { start: { example: '2026-01-15T11:00:00Z' }, end: { example: '2026-01-15T12:00:00Z' } };
const START = 'Beginning, in seconds since the epoch or in RFC 3339';
const END = 'End, in the same forms';
const TIMEOUT = 'Time limit of the evaluation, e.g. 10s; no longer than that of the service';

/** A query at one time. */
export class InstantQueryParameters {
  @StringField('Expression in PromQL', { example: 'sum by (platform) (free_memory)' })
  query!: string;
  @StringField('Time of the evaluation, in seconds since the epoch or in RFC 3339; now when absent', {
    optional: true,
    example: '2026-01-15T12:00:00Z',
  })
  time?: string;
  @StringField(TIMEOUT, { optional: true, example: '10s' })
  timeout?: string;
}

/** A query at the steps of a range. */
export class RangeQueryParameters {
  @StringField('Expression in PromQL', { example: 'sum by (platform) (free_memory)' })
  query!: string;
  @StringField(START, TIMES.start)
  start!: string;
  @StringField(END, TIMES.end)
  end!: string;
  @StringField('Width of a step, in seconds or as a duration such as 30s; at most 11,000 steps', { example: '30s' })
  step!: string;
  @StringField(TIMEOUT, { optional: true, example: '10s' })
  timeout?: string;
}

/** Which series are meant. */
export class SeriesParameters {
  @StringField(MATCHES, { optional: true, example: 'free_memory{platform="web-1"}' })
  'match[]'?: string;
  @StringField(START, { ...TIMES.start, optional: true })
  start?: string;
  @StringField(END, { ...TIMES.end, optional: true })
  end?: string;
  @StringField('Maximum number of entries', { optional: true, example: '100' })
  limit?: string;
}

/** What another Prometheus takes over. */
export class FederateParameters {
  @StringField(MATCHES, { example: 'free_memory{platform="web-1"}' })
  'match[]'!: string;
  @StringField(TIMEOUT, { optional: true, example: '10s' })
  timeout?: string;
}

/** Of which metric something is wanted. */
export class MetadataParameters {
  @StringField('Name of a metric; all when absent', { optional: true, example: 'free_memory' })
  metric?: string;
  @StringField('Maximum number of metrics', { optional: true, example: '100' })
  limit?: string;
}
