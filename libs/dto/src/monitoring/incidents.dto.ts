import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  IntField,
  LinksField,
  PageField,
  SortField,
  StringField,
  TimeField,
} from '../fields';
import type { Link, Sort } from '../values';
import { PRIORITIES, type Priority } from './alert-definitions.dto';
import { DELIVERY_STATES, type DeliveryState, ExplainedNotification } from './alerts.dto';

/** `SILENCED`: nothing of it is open but what silences hold back. */
export const INCIDENT_STATES = ['OPEN', 'ACKNOWLEDGED', 'SILENCED', 'ENDED'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

export const INCIDENT_SORT_FIELDS = ['updateTime', 'openTime'] as const;

@Dto('told', 'The last notification of an incident to a recipient')
export class IncidentTold {
  @StringField('Name of the sender')
  senderName!: string;
  @ArrayField('Who got it: addresses, or the server of a service', { of: 'string' })
  recipients!: readonly string[];
  @EnumField('Outcome', { values: DELIVERY_STATES })
  state!: DeliveryState;
  @TimeField('Last attempt')
  time!: number;
}

@Dto('incident', 'Alerts that are notified together', { lineFields: ['id', 'name'] })
export class IncidentRest {
  @IntField('Id')
  id!: number;
  @StringField('What goes on: the name of its first alert')
  name!: string;
  @IntField('Id of the resource of that alert')
  resourceId!: number;
  @StringField('Name of that resource')
  resourceName!: string;
  @EnumField('Priority of the most urgent alert', { values: PRIORITIES })
  priority!: Priority;
  @EnumField('Whether something of it is open', { values: INCIDENT_STATES })
  state!: IncidentState;
  @IntField('Id of the resource that is or was DOWN and suppresses alerts of it', { optional: true })
  causeId?: number;
  @StringField('Name of that resource', { optional: true })
  causeName?: string;
  @IntField('Alerts')
  alertCount!: number;
  @IntField('Those that are open and not held back')
  openCount!: number;
  @IntField('Those that are held back at present: silenced, suppressed or flapping')
  heldCount!: number;
  @TimeField('When the first alert fired')
  openTime!: number;
  @TimeField('When the last alert fired')
  updateTime!: number;
  @TimeField('When it ended', { optional: true })
  endTime?: number;
  @TimeField('When the next step of the escalation policy is due', { optional: true })
  stepTime?: number;
  @ArrayField('Who was told, by recipient', { of: () => IncidentTold })
  told!: readonly IncidentTold[];
  @LinksField('Links of the incident')
  links!: readonly Link[];
}

@Dto('incidentNotification', 'A notification of an incident')
export class IncidentNotification extends ExplainedNotification {
  @IntField('Id of the alert that it tells first')
  alertId!: number;
  @IntField('Alerts that it tells')
  alertCount!: number;
}

@Dto('incidentResolution', 'What is declared over')
export class IncidentResolution {
  @StringField('Shown with the alerts', { maxLength: 1_000, optional: true })
  comment?: string;
}

/** Which incidents are listed. */
export class IncidentListQuery {
  @PageField()
  window!: PageWindow;
  @BooleanField('Only those that have ended (true), or only others (false)', { optional: true })
  ended?: boolean;
  @StringField('Part of the name of a definition, a resource or the cause; case-insensitive', { optional: true })
  q?: string;
  @SortField({ fields: INCIDENT_SORT_FIELDS, default: { field: 'updateTime', descends: true } })
  sort!: Sort<(typeof INCIDENT_SORT_FIELDS)[number]>;
}

/** Which notifications of an incident are listed, the newest first. */
export class IncidentNotificationsQuery {
  @PageField()
  window!: PageWindow;
}
