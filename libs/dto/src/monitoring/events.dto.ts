import type { PageWindow } from '@wardstone/pagination';
import { SEVERITIES, type Severity } from '@wardstone/terms';
import { Dto, Field } from '../fields';

@Dto('eventDefinitionRest', 'A kind of event of a resource type')
export class EventDefinitionRest {
  @Field.Int('Id of the definition')
  id!: number;
  @Field.String('Name, as used when sources are created')
  name!: string;
  @Field.String('Display name')
  displayName!: string;
  @Field.String('Description of the events', { nullable: true })
  description!: string | null;
}

@Dto('source', 'A source of events of a resource')
export class EventSourceRest {
  @Field.Int('Id of the source')
  id!: number;
  @Field.String('Name of its event definition')
  name!: string;
  @Field.String('Display name of the event definition')
  displayName!: string;
  @Field.String('Location of the events, e.g. the path of a log file')
  location!: string;
  @Field.Int('Resource the source belongs to')
  resourceId!: number;
  @Field.String('Description of the events', { nullable: true })
  description!: string | null;
}

@Dto('event', 'An event')
export class EventRest {
  @Field.Int('Id of the event, in the order of submission')
  id!: number;
  @Field.String('Message')
  detail!: string;
  @Field.Int('Id of the event source')
  sourceId!: number;
  @Field.Time('When it happened')
  timestamp!: number;
  @Field.Enum('Severity of the event', { values: SEVERITIES, open: true })
  severity!: Severity;
}

/** Filters of the list of events; 0 means absent. */
export class EventQuery {
  @Field.Time('Start of the window, in ms; open when absent or 0', { optional: true })
  startTime?: number;
  @Field.Time('End of the window, in ms; open when absent or 0', { optional: true })
  endTime?: number;
  @Field.Enum('Exactly this severity, case-insensitive', { values: SEVERITIES, optional: true })
  severity?: Severity;
}

/** Sort order and page of the list of events; without a time and a page, the newest. */
export class EventPageQuery {
  @Field.Page(undefined, { optional: true, documented: { default: 20 } })
  window?: PageWindow;
}
