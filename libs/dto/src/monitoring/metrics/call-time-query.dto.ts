import { FlagField, TimeField } from '../../fields';

/** Which call times are read, and how. */
export class CallTimeQuery {
  @TimeField('Only calls submitted together that all began then or later; 8 hours before the end', { optional: true })
  startTime?: number;
  @TimeField('Only calls submitted together that had all ended by then; now when absent or 0', { optional: true })
  endTime?: number;
  @FlagField('One item per destination; otherwise one per submission', { default: true })
  aggregate!: boolean;
}
