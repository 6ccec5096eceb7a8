import { Field } from '../fields';

const MATCHES = 'Selectors, combined with OR; may be repeated';
const TIMES = { start: { example: '2026-01-15T11:00:00Z' }, end: { example: '2026-01-15T12:00:00Z' } };
const START = 'Beginning, in seconds since the epoch or in RFC 3339';
const END = 'End, in the same forms';
const LIMIT = 'Maximum number of series; a warning says that there are more';

/** Parameters of every operation. */
export class PromqlParameters {
  @Field.String('Time limit of the evaluation, e.g. 10s; no longer than that of the service', {
    optional: true,
    example: '10s',
  })
  timeout?: string;
}

/** A query at one time. */
export class InstantQueryParameters extends PromqlParameters {
  @Field.String('Expression in PromQL', { example: 'sum by (platform) (free_memory)' })
  query!: string;
  @Field.String('Time of the evaluation, in seconds since the epoch or in RFC 3339; now when absent', {
    optional: true,
    example: '2026-01-15T12:00:00Z',
  })
  time?: string;
  @Field.String(LIMIT, { optional: true, example: '100' })
  limit?: string;
}

/** A query at the steps of a range. */
export class RangeQueryParameters extends PromqlParameters {
  @Field.String('Expression in PromQL', { example: 'sum by (platform) (free_memory)' })
  query!: string;
  @Field.String(START, TIMES.start)
  start!: string;
  @Field.String(END, TIMES.end)
  end!: string;
  @Field.String('Width of a step, in seconds or as a duration such as 30s; at most 11,000 steps', { example: '30s' })
  step!: string;
  @Field.String(LIMIT, { optional: true, example: '100' })
  limit?: string;
}

/** Selects series. */
export class SeriesParameters extends PromqlParameters {
  @Field.String(MATCHES, { optional: true, example: 'free_memory{platform="web-1"}' })
  'match[]'?: string;
  @Field.String(START, { ...TIMES.start, optional: true })
  start?: string;
  @Field.String(END, { ...TIMES.end, optional: true })
  end?: string;
  @Field.String('Maximum number of entries', { optional: true, example: '100' })
  limit?: string;
}

/** Parameters of federation. */
export class FederateParameters extends PromqlParameters {
  @Field.String(MATCHES, { example: 'free_memory{platform="web-1"}' })
  'match[]'!: string;
}

/** Metric of a metadata request. */
export class MetadataParameters extends PromqlParameters {
  @Field.String('Name of a metric; all when absent', { optional: true, example: 'free_memory' })
  metric?: string;
  @Field.String('Maximum number of metrics', { optional: true, example: '100' })
  limit?: string;
}

/** Selects alerting rules. */
export class RulesParameters extends PromqlParameters {
  @Field.String('Type of rules: alert or record; both when absent', { optional: true, example: 'alert' })
  type?: string;
  @Field.String('Name of a rule; may be repeated', { optional: true, example: 'Disk full' })
  'rule_name[]'?: string;
  @Field.String('Name of a group; may be repeated', { optional: true, example: 'Linux' })
  'rule_group[]'?: string;
  @Field.String('File of a group; may be repeated', { optional: true, example: 'type/10001' })
  'file[]'?: string;
  @Field.String('Whether to leave out the alerts of each rule; false when absent', { optional: true, example: 'true' })
  exclude_alerts?: string;
}
