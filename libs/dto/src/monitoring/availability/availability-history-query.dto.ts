import { TimeField } from '../../fields';

/** The time whose availability is listed; 0 stands for absent. */
export class AvailabilityHistoryQuery {
  @TimeField({ description: 'Last ms of the time to look at; now when absent or 0', optional: true })
  end?: number;
  @TimeField({
    description: 'First ms of the time to look at; 30 days before the end when absent or 0',
    optional: true,
  })
  start?: number;
}
