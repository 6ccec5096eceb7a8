import { FlagField, StringField } from '../../fields';

/** Which schedules of a resource are listed. */
export class ScheduleListQuery {
  @StringField({
    description: 'Kind of data, in any letter case',
    default: 'all',
    documented: { enum: ['all', 'metric', 'measurement', 'trait', 'calltime'] },
  })
  type!: string;
  @FlagField({ description: 'Leave out what is not collected', default: true })
  enabledOnly!: boolean;
  @StringField({ description: 'Name of the metric, exactly', optional: true })
  name?: string;
}
