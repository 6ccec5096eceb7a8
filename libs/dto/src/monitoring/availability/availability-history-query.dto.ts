import { TimeField } from '../../fields';

/** The time whose availability is listed; 0 stands for absent. */
export class AvailabilityHistoryQuery {
  @TimeField('End of the window, in ms; now when absent or 0', { optional: true })
  end?: number;
  @TimeField('Start of the window, in ms; 30 days before the end when absent or 0', { optional: true })
  start?: number;
}
