import { FlagField, StringField } from '../../fields';

/** Which schedules of a resource are listed. */
export class ScheduleListQuery {
  @StringField({
    description: 'Data type, case-insensitive',
    default: 'all',
    documented: { enum: ['all', 'metric', 'measurement', 'trait', 'calltime'] },
  })
  type!: string;
  @FlagField({ description: 'Whether to omit disabled schedules', default: true })
  enabledOnly!: boolean;
  @StringField({ description: 'Name of the metric, exactly', optional: true })
  name?: string;
}
