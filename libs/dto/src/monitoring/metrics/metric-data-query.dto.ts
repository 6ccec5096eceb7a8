import { FlagField, IdsField, IntField, TimeField } from '../../fields';

/** The time whose metric data is read. */
export class MetricWindowQuery {
  @TimeField('Beginning of the window; 8 hours before its end when absent or 0', { optional: true })
  startTime?: number;
  @TimeField('End of the window, exclusive; now when absent or 0', { optional: true })
  endTime?: number;
}

/** How that time is split. */
export class BucketsQuery {
  /** The greatest number is more than any chart has pixels. */
  @IntField('Number of parts of the window', { min: 1, max: 10_000, default: 60 })
  dataPoints!: number;
  @FlagField('Omit buckets without values', { default: false })
  hideEmpty!: boolean;
}

/** Which schedules are read. */
export class SchedulesQuery {
  @IdsField('Schedule ids, separated by commas; order and repetitions are kept', {
    of: 'schedules',
    example: '10431,10432',
  })
  sid!: readonly number[];
}

/** How the metrics of a resource are shown. */
export class ResourceDataQuery {
  @FlagField('Whether to include the buckets', { default: false })
  includeDataPoints!: boolean;
}

/** The time whose raw values are read. */
export class RawWindowQuery {
  @TimeField('Start of the window, at most 7 days ago; ignored with duration', { optional: true })
  startTime?: number;
  @TimeField('End of the window, exclusive; now when absent or 0', { optional: true })
  endTime?: number;
  @IntField('Length of the window in ms; 8 hours when startTime is absent too', { optional: true })
  duration?: number;
}
