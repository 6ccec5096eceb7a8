import { FlagField, StringField } from '../../fields';

/** Which schedules of a resource are listed. */
export class ScheduleListQuery {
  @StringField('Data type, case-insensitive', {
    default: 'all',
    documented: { enum: ['all', 'metric', 'measurement', 'trait', 'calltime'] },
  })
  type!: string;
  @FlagField('Whether to omit disabled schedules', { default: true })
  enabledOnly!: boolean;
  @StringField('Name of the metric, exactly', { optional: true })
  name?: string;
}
