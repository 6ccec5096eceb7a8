import type { PageWindow } from '@wardstone/pagination';
import { DoubleField, Dto, EnumField, IdField, IntField, PageField, SortField, StringField } from '../../fields';
import type { Double, Sort } from '../../values';
import { AVAILABILITY_TYPES, type AvailabilityType } from '../resources/resource.dto';

export const MEMBER_SORT_FIELDS = ['name', 'availability', 'alerts', 'value'] as const;

/** Which members of a group are listed. */
export class GroupMemberQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
  @EnumField('Current availability, case-insensitive', { values: AVAILABILITY_TYPES, optional: true })
  availability?: AvailabilityType;
  @IdField('Definition of the numeric metric whose newest values are shown', { optional: true })
  metric?: number;
  @SortField({ fields: MEMBER_SORT_FIELDS, default: { field: 'name', descends: false } })
  sort!: Sort<(typeof MEMBER_SORT_FIELDS)[number]>;
}

@Dto('groupMember', 'An explicit member of a group, as it is now')
export class GroupMember {
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Name of the resource')
  resourceName!: string;
  @StringField('Name of its type')
  typeName!: string;
  @StringField('Ancestry of the resource; null for a platform', { nullable: true })
  ancestry!: string | null;
  @EnumField('Availability', { values: AVAILABILITY_TYPES })
  availability!: AvailabilityType;
  @IntField('Unacknowledged alerts of the resource and of all that is part of it')
  openAlerts!: number;
  @DoubleField('Newest value of the metric within the last day; "NaN" without one')
  value!: Double;
}
