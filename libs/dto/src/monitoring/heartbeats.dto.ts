import type { PageWindow } from '@wardstone/pagination';
import {
  Dto,
  EnumField,
  IdField,
  IntField,
  LinksField,
  ObjectField,
  PageField,
  SortField,
  StringField,
  TimeField,
} from '../fields';
import type { Link, Sort } from '../values';
import { SEVERITIES, type Severity } from './events.dto';
import { AVAILABILITY_TYPES, type AvailabilityType } from './resources.dto';

/** What is heard: a request to an address of its own, values of a metric, or events. */
export const HEARTBEAT_SOURCES = ['PING', 'METRIC', 'EVENT'] as const;
export type HeartbeatSourceKind = (typeof HEARTBEAT_SOURCES)[number];

export const HEARTBEAT_SORT_FIELDS = ['name', 'heardTime'] as const;

const MINUTE_S = 60;
const YEAR_S = 366 * 24 * 3_600;

@Dto('source', 'What is heard')
export class HeartbeatSource {
  @EnumField('A ping of its own address, a value of a metric, or an event', { values: HEARTBEAT_SOURCES })
  kind!: HeartbeatSourceKind;
  @IntField('Of a metric: its schedule, of the resource that the heartbeat is part of', { optional: true })
  scheduleId?: number;
  @EnumField('Of events: the least severity; DEBUG when absent', { values: SEVERITIES, optional: true })
  severity?: Severity;
  @StringField('Of events: part of their text, case-insensitive; any when absent', { optional: true, maxLength: 200 })
  text?: string;
}

/** What of a heartbeat may be changed. */
@Dto('heartbeat', 'For how long nothing may be heard')
export class HeartbeatChange {
  @IntField('Seconds after which it is down when nothing was heard; of metrics and events at most seven days', {
    min: MINUTE_S,
    max: YEAR_S,
  })
  seconds!: number;
}

@Dto('heartbeat', 'What is to be heard from, and how often')
export class NewHeartbeat extends HeartbeatChange {
  @IntField('Id of the resource that it is part of')
  resourceId!: number;
  @StringField('Name, unique on the resource', { minLength: 1, maxLength: 200 })
  name!: string;
  @ObjectField('What is heard', { of: () => HeartbeatSource })
  source!: HeartbeatSource;
}

@Dto('heartbeat', 'A resource that is down when nothing was heard for too long', { lineFields: ['id', 'name'] })
export class HeartbeatRest {
  @IntField('Id, that of its resource')
  id!: number;
  @StringField('Name')
  name!: string;
  @IntField('Id of the resource that it is part of')
  resourceId!: number;
  @StringField('Name of that resource')
  resourceName!: string;
  @ObjectField('What is heard', { of: () => HeartbeatSource })
  source!: HeartbeatSource;
  @IntField('Seconds after which it is down when nothing was heard')
  seconds!: number;
  @EnumField('UP when it was heard in time, DOWN when it was not, UNKNOWN until it is heard', {
    values: AVAILABILITY_TYPES,
  })
  availability!: AvailabilityType;
  @TimeField('When it was last heard, as far as that was looked at; 0 for never')
  heardTime!: number;
  @StringField('The address to ping with POST; shown once, when it is made', { optional: true })
  address?: string;
  @LinksField('Links of the heartbeat')
  links!: readonly Link[];
}

/** Which heartbeats are listed. */
export class HeartbeatListQuery {
  @PageField()
  window!: PageWindow;
  @IdField('Only those of this resource', { optional: true })
  resourceId?: number;
  @StringField('Part of the name, or of that of the resource; case-insensitive', { optional: true })
  q?: string;
  @SortField({ fields: HEARTBEAT_SORT_FIELDS, default: { field: 'name', descends: false } })
  sort!: Sort<(typeof HEARTBEAT_SORT_FIELDS)[number]>;
}
