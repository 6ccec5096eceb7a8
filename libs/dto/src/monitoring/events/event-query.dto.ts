import type { PageWindow } from '@wardstone/pagination';
import { EnumField, PageField, TimeField } from '../../fields';
import { SEVERITIES, type Severity } from './event.dto';

/** Which events are listed; 0 stands for absent. */
export class EventQuery {
  @TimeField('Start of the window, in ms; open when absent or 0', { optional: true })
  startTime?: number;
  @TimeField('End of the window, in ms; open when absent or 0', { optional: true })
  endTime?: number;
  @EnumField('Exactly this severity, case-insensitive', { values: SEVERITIES, optional: true })
  severity?: Severity;
}

/** Which of them; without a time and without a page the newest. */
export class EventPageQuery {
  @PageField(undefined, { optional: true, documented: { default: 20 } })
  window?: PageWindow;
}
