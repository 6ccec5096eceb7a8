import { ArrayField, IntField, StringField, TimeField } from '../fields';
import { DRIFT_CATEGORIES, type DriftCategory } from './agents.dto';
import { PRIORITIES, type Priority } from './alert-definitions.dto';
import { HISTORY_STATUSES, type HistoryStatus } from './operations.dto';

const Until = TimeField('End of the window, inclusive; now when only startTime is given', { optional: true });

/** Which resources a report is about. */
export class InventoryReportQuery {
  @IntField('List the resources of this type instead of the totals of all types', { optional: true })
  resourceTypeId?: number;
  @StringField('Only resources of this version; requires a type', { optional: true })
  version?: string;
}

/** Which alerts are reported. */
export class AlertReportQuery {
  @ArrayField('Priorities: high, medium, low, separated by commas; all when absent', {
    of: 'string',
    values: PRIORITIES,
    optional: true,
  })
  alertPriority?: readonly Priority[];
  @TimeField('Only those that fired at or after this', { optional: true })
  startTime?: number;
  @Until
  endTime?: number;
}

/** Which drift is reported. */
export class DriftReportQuery {
  @ArrayField('What happened: FILE_ADDED, FILE_CHANGED, FILE_REMOVED, separated by commas', {
    of: 'string',
    values: DRIFT_CATEGORIES,
    error: 'drift_category_not_found',
    documented: { example: 'FILE_CHANGED' },
  })
  categories!: readonly DriftCategory[];
  @IntField('Only change sets up to this version', { optional: true })
  snapshot?: number;
  @StringField('Part of the path, case-insensitive', { optional: true })
  path?: string;
  @StringField('Part of the name of the drift definition, case-sensitive', { optional: true })
  definition?: string;
  @TimeField('Only those detected at or after this', { optional: true })
  startTime?: number;
  @Until
  endTime?: number;
}

/** Which operations are reported. */
export class OperationReportQuery {
  @ArrayField('Statuses: inprogress, success, failure, canceled, separated by commas; all when absent', {
    of: 'string',
    values: HISTORY_STATUSES,
    optional: true,
  })
  status?: readonly HistoryStatus[];
  @TimeField('Only those that began at or after this', { optional: true })
  startTime?: number;
  @TimeField('Only those last changed at or before this; now when only startTime is given', { optional: true })
  endTime?: number;
}
