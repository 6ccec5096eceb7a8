import { AVAILABILITY_TYPES, type AvailabilityType, SEVERITIES, type Severity } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Link, Sort } from '../values';
import { PageQuery } from './values.dto';

/** Sources of signals: requests to the heartbeat's own address, values of a metric, or events. */
export const HEARTBEAT_SOURCES = ['PING', 'METRIC', 'EVENT'] as const;
export type HeartbeatSourceKind = (typeof HEARTBEAT_SOURCES)[number];

export const HEARTBEAT_SORT_FIELDS = ['name', 'heardTime'] as const;

const MINUTE_S = 60;
const YEAR_S = 366 * 24 * 3_600;

@Dto('source', 'Signal that a heartbeat expects')
export class HeartbeatSource {
  @Field.Enum('A ping of its own address, a value of a metric, or an event', { values: HEARTBEAT_SOURCES })
  kind!: HeartbeatSourceKind;
  @Field.Int('For a metric: its schedule, on the parent resource of the heartbeat', { optional: true })
  scheduleId?: number;
  @Field.Enum('For events: minimum severity; DEBUG by default', { values: SEVERITIES, optional: true })
  severity?: Severity;
  @Field.String('For events: part of the text, case-insensitive; any by default', { optional: true, maxLength: 200 })
  text?: string;
}

/** Editable fields of a heartbeat. */
@Dto('heartbeat', 'The timeout of a heartbeat')
export class HeartbeatChange {
  @Field.Int('Timeout in seconds; for metrics and events at most seven days', {
    min: MINUTE_S,
    max: YEAR_S,
  })
  seconds!: number;
}

@Dto('heartbeat', 'Heartbeat: a signal that is expected at an interval')
export class NewHeartbeat extends HeartbeatChange {
  @Field.Int('Id of the resource that it is part of')
  resourceId!: number;
  @Field.String('Name, unique on the resource', { minLength: 1, maxLength: 200 })
  name!: string;
  @Field.Object('Signal that the heartbeat expects', { of: () => HeartbeatSource })
  source!: HeartbeatSource;
}

@Dto('heartbeat', 'A resource that is DOWN when an expected signal is late', { lineFields: ['id', 'name'] })
export class HeartbeatRest {
  @Field.Int('Id, that of its resource')
  id!: number;
  @Field.String('Name')
  name!: string;
  @Field.Int('Id of the resource that it is part of')
  resourceId!: number;
  @Field.String('Name of that resource')
  resourceName!: string;
  @Field.Object('Signal that the heartbeat expects', { of: () => HeartbeatSource })
  source!: HeartbeatSource;
  @Field.Int('Timeout in seconds')
  seconds!: number;
  @Field.Enum('UP while signals arrive in time, otherwise DOWN; UNKNOWN before the first one', {
    values: AVAILABILITY_TYPES,
  })
  availability!: AvailabilityType;
  @Field.Time('Time of the last known signal; 0 for none')
  heardTime!: number;
  @Field.String('The address to ping with POST; shown once, when it is made', { optional: true })
  address?: string;
  @Field.Links('Links of the heartbeat')
  links!: readonly Link[];
}

/** Filters and page of the list of heartbeats. */
export class HeartbeatListQuery extends PageQuery {
  @Field.Id('Only those of this resource', { optional: true })
  resourceId?: number;
  @Field.String("Part of the name or of the resource's name; case-insensitive", { optional: true })
  q?: string;
  @Field.Sort({ fields: HEARTBEAT_SORT_FIELDS, default: { field: 'name', descends: false } })
  sort!: Sort<(typeof HEARTBEAT_SORT_FIELDS)[number]>;
}
