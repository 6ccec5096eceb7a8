import type { PageWindow } from '@wardstone/pagination';
import { Dto, EnumField, IntField, PageField, StringField, TimeField } from '../fields';

@Dto('eventDefinitionRest', 'A kind of event of a resource type')
export class EventDefinitionRest {
  @IntField('Id of the definition')
  id!: number;
  @StringField('Name, as used when sources are created')
  name!: string;
  @StringField('Display name')
  displayName!: string;
  @StringField('Description of the events', { nullable: true })
  description!: string | null;
}

@Dto('source', 'A source of events of a resource')
export class EventSourceRest {
  @IntField('Id of the source')
  id!: number;
  @StringField('Name of its event definition')
  name!: string;
  @StringField('Display name of the event definition')
  displayName!: string;
  @StringField('Location of the events, e.g. the path of a log file')
  location!: string;
  @IntField('Resource the source belongs to')
  resourceId!: number;
  @StringField('Description of the events', { nullable: true })
  description!: string | null;
}

/** From the least to the most severe. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

@Dto('event', 'An event')
export class EventRest {
  @IntField('Id of the event, in the order of submission')
  id!: number;
  @StringField('Message')
  detail!: string;
  @IntField('Id of the event source')
  sourceId!: number;
  @TimeField('When it happened')
  timestamp!: number;
  @EnumField('Severity of the event', { values: SEVERITIES, open: true })
  severity!: Severity;
}

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
