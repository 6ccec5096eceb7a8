import { ArrayField, IntField, StringField, TimeField } from '../../fields';
import { DRIFT_CATEGORIES, type DriftCategory } from '../agents/drift-category';
import { PRIORITIES, type Priority } from '../alerts/alert-definition.dto';
import { HISTORY_STATUSES, type HistoryStatus } from '../operations/operation-history.dto';

const UNTIL = {
  description: 'End of the window, inclusive; now when only startTime is given',
  optional: true,
} as const;

/** Which resources a report is about. */
export class InventoryReportQuery {
  @IntField({
    description: 'List the resources of this type instead of the totals of all types',
    optional: true,
  })
  resourceTypeId?: number;
  @StringField({ description: 'Only resources of this version; requires a type', optional: true })
  version?: string;
}

/** Which alerts are reported. */
export class AlertReportQuery {
  @ArrayField({
    description: 'Priorities: high, medium, low, separated by commas; all when absent',
    of: 'string',
    values: PRIORITIES,
    optional: true,
  })
  alertPriority?: readonly Priority[];
  @TimeField({ description: 'Only those that fired at or after this', optional: true })
  startTime?: number;
  @TimeField(UNTIL)
  endTime?: number;
}

/** Which drift is reported. */
export class DriftReportQuery {
  @ArrayField({
    description: 'What happened: FILE_ADDED, FILE_CHANGED, FILE_REMOVED, separated by commas',
    of: 'string',
    values: DRIFT_CATEGORIES,
    error: 'drift_category_not_found',
    documented: { example: 'FILE_CHANGED' },
  })
  categories!: readonly DriftCategory[];
  @IntField({ description: 'Only change sets up to this version', optional: true })
  snapshot?: number;
  @StringField({ description: 'Part of the path, case-insensitive', optional: true })
  path?: string;
  @StringField({ description: 'Part of the name of the drift definition, case-sensitive', optional: true })
  definition?: string;
  @TimeField({ description: 'Only those detected at or after this', optional: true })
  startTime?: number;
  @TimeField(UNTIL)
  endTime?: number;
}

/** Which operations are reported. */
export class OperationReportQuery {
  @ArrayField({
    description: 'Statuses: inprogress, success, failure, canceled, separated by commas; all when absent',
    of: 'string',
    values: HISTORY_STATUSES,
    optional: true,
  })
  status?: readonly HistoryStatus[];
  @TimeField({ description: 'Only those that began at or after this', optional: true })
  startTime?: number;
  @TimeField({
    description: 'Only those last changed at or before this; now when only startTime is given',
    optional: true,
  })
  endTime?: number;
}
