import type { PageWindow } from '@wardstone/pagination';
import {
  BooleanField,
  EnumField,
  FlagField,
  IdField,
  PageField,
  SortField,
  StringField,
  TimeField,
} from '../../fields';
import type { Sort } from '../../values';
import { ALERT_SORT_FIELDS } from './alert.dto';
import { PRIORITIES, type Priority } from './alert-definition.dto';

/** What alerts have in common that are listed, or acknowledged together. */
export class AlertFilterQuery {
  @EnumField('Priority, case-insensitive', {
    values: [...PRIORITIES, 'ALL'],
    alias: 'priority',
    optional: true,
    documented: { enum: ['High', 'Medium', 'Low', 'All'] },
  })
  prio?: Priority | 'ALL';
  @TimeField('Only those that fired after this time', { optional: true })
  since?: number;
  @IdField('Only those of this resource', { optional: true })
  resourceId?: number;
  @IdField('Only those of this definition; of all its children, where it is of a group or type', {
    optional: true,
    excludes: 'resourceId',
  })
  definitionId?: number;
  @IdField('Only those of the members of this group', { optional: true, excludes: 'resourceId' })
  groupId?: number;
  @FlagField('With resourceId: include all descendants', { default: false, needs: 'resourceId' })
  descendants!: boolean;
  @StringField('Part of the name of the definition, of the resource, or of one it is part of; case-insensitive', {
    optional: true,
  })
  q?: string;
}

/** Which alerts are listed. */
export class AlertListQuery extends AlertFilterQuery {
  @PageField('Rows of a page, 100 by default; -1 for all', { sizeParameter: 'size' })
  window!: PageWindow;
  @BooleanField('Only acknowledged alerts (true) or only unacknowledged ones (false)', { optional: true })
  acknowledged?: boolean;
  @SortField({ fields: ALERT_SORT_FIELDS, default: { field: 'alertTime', descends: true } })
  sort!: Sort<(typeof ALERT_SORT_FIELDS)[number]>;
  @FlagField('Whether to omit details of definitions and resources', { default: false })
  slim!: boolean;
}

/** Which alerts are counted. */
export class AlertCountQuery {
  @TimeField('Only those that fired after this time', { optional: true })
  since?: number;
}

/** How one alert is shown. */
export class AlertQuery {
  @FlagField('Whether to omit details of definition and resource', { default: false })
  slim!: boolean;
}
