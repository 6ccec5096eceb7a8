import { PRIORITIES, type Priority } from '@wardstone/terms';
import { Field } from '../fields';
import { DRIFT_CATEGORIES, type DriftCategory } from './agents.dto';
import { HISTORY_STATUSES, type HistoryStatus } from './operations.dto';

const Until = Field.Time('End of the window, inclusive; now when only startTime is given', { optional: true });

/** Selects the resources of an inventory report. */
export class InventoryReportQuery {
  @Field.Int('List the resources of this type instead of the totals of all types', { optional: true })
  resourceTypeId?: number;
  @Field.String('Only resources of this version; requires a type', { optional: true })
  version?: string;
}

/** Selects the alerts of a report. */
export class AlertReportQuery {
  @Field.Array('Priorities: high, medium, low, separated by commas; all when absent', {
    of: 'string',
    values: PRIORITIES,
    optional: true,
  })
  alertPriority?: readonly Priority[];
  @Field.Time('Only those that fired at or after this', { optional: true })
  startTime?: number;
  @Until
  endTime?: number;
}

/** Selects the drift of a report. */
export class DriftReportQuery {
  @Field.Array('Kinds of change: FILE_ADDED, FILE_CHANGED, FILE_REMOVED, separated by commas', {
    of: 'string',
    values: DRIFT_CATEGORIES,
    error: 'drift_category_not_found',
    documented: { example: 'FILE_CHANGED' },
  })
  categories!: readonly DriftCategory[];
  @Field.Int('Only change sets up to this version', { optional: true })
  snapshot?: number;
  @Field.String('Part of the path, case-insensitive', { optional: true })
  path?: string;
  @Field.String('Part of the name of the drift definition, case-sensitive', { optional: true })
  definition?: string;
  @Field.Time('Only those detected at or after this', { optional: true })
  startTime?: number;
  @Until
  endTime?: number;
}

/** Selects the operations of a report. */
export class OperationReportQuery {
  @Field.Array('Statuses: inprogress, success, failure, canceled, separated by commas; all when absent', {
    of: 'string',
    values: HISTORY_STATUSES,
    optional: true,
  })
  status?: readonly HistoryStatus[];
  @Field.Time('Only those that began at or after this', { optional: true })
  startTime?: number;
  @Field.Time('Only those last changed at or before this; now when only startTime is given', { optional: true })
  endTime?: number;
}
