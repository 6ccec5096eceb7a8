import type { PageWindow } from '@wardstone/pagination';
import {
  BooleanField,
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

/** Exactly one of these is what a silence covers. */
export const SILENCE_SCOPES = ['RESOURCE', 'GROUP', 'GROUP_DEFINITION', 'TYPE', 'DEFINITION'] as const;
export type SilenceScopeKind = (typeof SILENCE_SCOPES)[number];

export const SILENCE_STATES = ['ACTIVE', 'SCHEDULED', 'ENDED'] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

export const SILENCE_SORT_FIELDS = ['startTime', 'endTime', 'author', 'reason'] as const;

@Dto('silenceScope', 'What a silence covers')
export class SilenceScope {
  @EnumField('Kind', { values: SILENCE_SCOPES })
  kind!: SilenceScopeKind;
  @IntField('Id of the resource, group, group definition, resource type or alert definition')
  id!: number;
  @StringField('Its name', { optional: true })
  name?: string;
  @BooleanField('Of a resource: whether all that is part of it is covered too', { optional: true })
  descendants?: boolean;
}

/** What of a silence may be changed. */
@Dto('silence', 'When and why alerts are not notified')
export class SilenceChange {
  @StringField('Why; shown with the alerts', { minLength: 1, maxLength: 1_000 })
  reason!: string;
  @TimeField('Start, of the first window if it recurs; now when absent', { optional: true, min: 1 })
  startTime?: number;
  @TimeField('End, exclusive, of the first window if it recurs', { min: 1 })
  endTime!: number;
  @StringField('How it recurs, e.g. FREQ=WEEKLY;BYDAY=SU, as in RFC 5545; with timeZone', {
    optional: true,
    maxLength: 200,
  })
  rule?: string;
  @StringField('Time zone of a rule, e.g. Europe/Berlin: windows keep their time of day there', {
    optional: true,
    maxLength: 100,
  })
  timeZone?: string;
}

@Dto('silence', 'When and why alerts of a resource, group, type or definition are not notified')
export class NewSilence extends SilenceChange {
  @ObjectField('What it covers', { of: () => SilenceScope })
  scope!: SilenceScope;
}

@Dto('silence', 'A time in which alerts are stored, but not notified', { lineFields: ['id', 'reason'] })
export class SilenceRest {
  @IntField('Id')
  id!: number;
  @ObjectField('What it covers', { of: () => SilenceScope })
  scope!: SilenceScope;
  @StringField('Why')
  reason!: string;
  @StringField('Who created it')
  author!: string;
  @TimeField('When it was created')
  createTime!: number;
  @TimeField('Start, of the first window if it recurs')
  startTime!: number;
  @TimeField('End, exclusive, of the first window if it recurs')
  endTime!: number;
  @StringField('How it recurs, as in RFC 5545; null for once', { nullable: true })
  rule!: string | null;
  @StringField('Time zone of the rule; null without one', { nullable: true })
  timeZone!: string | null;
  @EnumField('Whether it is in force now, will be, or has ended', { values: SILENCE_STATES })
  state!: SilenceState;
  @TimeField('Start of the current window, or else of the next one; 0 when it has ended')
  windowStart!: number;
  @TimeField('End of that window; 0 when it has ended')
  windowEnd!: number;
  @StringField('Login that ended it early; null when it was not', { nullable: true })
  endedBy!: string | null;
  @LinksField('Links of the silence')
  links!: readonly Link[];
}

/** Which silences are listed. */
export class SilenceListQuery {
  @PageField()
  window!: PageWindow;
  @BooleanField('Only those that have ended (true), or only others (false)', { optional: true })
  ended?: boolean;
  @IdField('Only those that cover this resource, by whatever scope', { optional: true })
  resourceId?: number;
  @IdField('Only those of this alert definition, or of the template it is a child of', {
    optional: true,
    excludes: 'resourceId',
  })
  definitionId?: number;
  @StringField('Part of the reason, the author, or the name of what is covered; case-insensitive', { optional: true })
  q?: string;
  @SortField({ fields: SILENCE_SORT_FIELDS, default: { field: 'startTime', descends: true } })
  sort!: Sort<(typeof SILENCE_SORT_FIELDS)[number]>;
}
