import { Dto, Field } from '../fields';
import type { Link, Sort } from '../values';
import { PageQuery } from './values.dto';

/** Kinds of scope of a silence, which has exactly one. */
export const SILENCE_SCOPES = ['RESOURCE', 'GROUP', 'GROUP_DEFINITION', 'TYPE', 'DEFINITION'] as const;
export type SilenceScopeKind = (typeof SILENCE_SCOPES)[number];

export const SILENCE_STATES = ['ACTIVE', 'SCHEDULED', 'ENDED'] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

export const SILENCE_SORT_FIELDS = ['startTime', 'endTime', 'author', 'reason'] as const;

@Dto('silenceScope', 'Scope of a silence')
export class SilenceScope {
  @Field.Enum('Kind', { values: SILENCE_SCOPES })
  kind!: SilenceScopeKind;
  @Field.Int('Id of the resource, group, group definition, resource type or alert definition')
  id!: number;
  @Field.String('Name of the resource, group, group definition, resource type or alert definition', { optional: true })
  name?: string;
  @Field.Boolean('Whether the descendants of the resource are covered, too', { optional: true })
  descendants?: boolean;
}

/** Editable fields of a silence. */
@Dto('silence', 'New times and reason of a silence')
export class SilenceChange {
  @Field.String('Why; shown with the alerts', { minLength: 1, maxLength: 1_000 })
  reason!: string;
  @Field.Time('Start, of the first window if it recurs; now when absent', { optional: true, min: 1 })
  startTime?: number;
  @Field.Time('End, exclusive, of the first window if it recurs', { min: 1 })
  endTime!: number;
  @Field.String('Recurrence rule (RFC 5545), e.g. FREQ=WEEKLY;BYDAY=SU; requires timeZone', {
    optional: true,
    maxLength: 200,
  })
  rule?: string;
  @Field.String('Time zone of a rule, e.g. Europe/Berlin: windows keep their time of day there', {
    optional: true,
    maxLength: 100,
  })
  timeZone?: string;
}

@Dto('silence', 'Scope, times and reason of a silence')
export class NewSilence extends SilenceChange {
  @Field.Object('Resource, group, type or definition that the silence covers', { of: () => SilenceScope })
  scope!: SilenceScope;
}

@Dto('silence', 'A period in which alerts are stored, but nobody is notified', { lineFields: ['id', 'reason'] })
export class SilenceRest {
  @Field.Int('Id')
  id!: number;
  @Field.Object('Resource, group, type or definition that the silence covers', { of: () => SilenceScope })
  scope!: SilenceScope;
  @Field.String('Host and resource as one text, if it covers a resource or a definition of one', {
    optional: true,
  })
  place?: string;
  @Field.String('Why')
  reason!: string;
  @Field.String('Login of the creator')
  author!: string;
  @Field.Time('When it was created')
  createTime!: number;
  @Field.Time('Start, of the first window if it recurs')
  startTime!: number;
  @Field.Time('End, exclusive, of the first window if it recurs')
  endTime!: number;
  @Field.String('Recurrence rule (RFC 5545); null: once', { nullable: true })
  rule!: string | null;
  @Field.String('Time zone of the rule; null without one', { nullable: true })
  timeZone!: string | null;
  @Field.Enum('Whether it is in force now, will be, or has ended', { values: SILENCE_STATES })
  state!: SilenceState;
  @Field.Time('Start of the current window, or else of the next one; 0 when it has ended')
  windowStart!: number;
  @Field.Time('End of that window; 0 when it has ended')
  windowEnd!: number;
  @Field.String('Login that ended it early; null when it was not', { nullable: true })
  endedBy!: string | null;
  @Field.Links('Links of the silence')
  links!: readonly Link[];
}

/** Filters and page of the list of silences. */
export class SilenceListQuery extends PageQuery {
  @Field.Boolean('Only those that have ended (true), or only others (false)', { optional: true })
  ended?: boolean;
  @Field.Id('Only silences that cover this resource, by any scope', { optional: true })
  resourceId?: number;
  @Field.Id('Only silences of this alert definition or its template', {
    optional: true,
    excludes: 'resourceId',
  })
  definitionId?: number;
  @Field.String('Part of the reason, the author, or the name of what is covered; case-insensitive', { optional: true })
  q?: string;
  @Field.Sort({ fields: SILENCE_SORT_FIELDS, default: { field: 'startTime', descends: true } })
  sort!: Sort<(typeof SILENCE_SORT_FIELDS)[number]>;
}
