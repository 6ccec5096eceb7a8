import {
  DELIVERY_STATES,
  type DeliveryState,
  INCIDENT_GROUPINGS,
  INCIDENT_STATES,
  type IncidentGrouping,
  type IncidentState,
  PRIORITIES,
  type Priority,
} from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Link, Sort } from '../values';
import { ExplainedNotification } from './alerts.dto';
import { PageQuery } from './values.dto';

/** Groupings that a definition may choose; with `CAUSE` its alerts are grouped only by a common cause. */
export const DEFINITION_GROUPINGS = ['CAUSE', 'DEFINITION', 'GROUP', 'HOST'] as const;
export type DefinitionGrouping = (typeof DEFINITION_GROUPINGS)[number];

@Dto('definitionGrouping', 'How alerts of a definition are grouped into incidents')
export class DefinitionGroupingChange {
  @Field.Enum(
    'Grouping by host, by definition, by the group or type of the definition, or by cause only; absent for the default',
    {
      values: DEFINITION_GROUPINGS,
      optional: true,
    },
  )
  grouping?: DefinitionGrouping;
}

@Dto('definitionGrouping', 'How alerts of a definition are grouped into incidents')
export class DefinitionGroupingRest {
  @Field.Int('Id of the alert definition')
  definitionId!: number;
  @Field.Enum('Grouping by host, by definition, by the group or type of the definition, or by cause only', {
    values: DEFINITION_GROUPINGS,
  })
  grouping!: DefinitionGrouping;
  @Field.Boolean('Whether it was set for the definition or its template, rather than the default')
  chosen!: boolean;
  @Field.Boolean('Whether it is inherited from the definition of the group or type')
  inherited!: boolean;
}

export const INCIDENT_SORT_FIELDS = ['updateTime', 'openTime'] as const;

@Dto('told', 'The last notification of an incident to a recipient')
export class IncidentTold {
  @Field.String('Name of the sender')
  senderName!: string;
  @Field.Array('Recipients: addresses, or the server of a service', { of: 'string' })
  recipients!: readonly string[];
  @Field.Enum('Outcome', { values: DELIVERY_STATES })
  state!: DeliveryState;
  @Field.Time('Time of the last attempt')
  time!: number;
}

@Dto('host', 'Alerts of an incident on a host')
export class IncidentHost {
  @Field.String('Name of the host')
  name!: string;
  @Field.Int('Number of alerts on it')
  alertCount!: number;
}

@Dto('incident', 'Alerts that are notified together', { lineFields: ['id', 'name'] })
export class IncidentRest {
  @Field.Int('Id')
  id!: number;
  @Field.String('Name of its first alert')
  name!: string;
  @Field.Int('Id of the resource of that alert')
  resourceId!: number;
  @Field.String('Name of that resource')
  resourceName!: string;
  @Field.Enum('Priority of the most urgent alert', { values: PRIORITIES })
  priority!: Priority;
  @Field.Enum('State: whether any of its alerts is open', { values: INCIDENT_STATES })
  state!: IncidentState;
  @Field.Enum('Grouping of its alerts', { values: INCIDENT_GROUPINGS, optional: true })
  grouping?: IncidentGrouping;
  @Field.Int('Id of the resource that is or was DOWN and suppresses alerts of it', { optional: true })
  causeId?: number;
  @Field.String('Name of that resource', { optional: true })
  causeName?: string;
  @Field.String('Host and resource of the first alert in one text')
  place!: string;
  @Field.Int('Number of resources that its alerts are on')
  resourceCount!: number;
  @Field.Int('Number of hosts that its alerts are on')
  hostCount!: number;
  @Field.Array('The hosts with the most alerts, 10 at most', { of: () => IncidentHost })
  hosts!: readonly IncidentHost[];
  @Field.Int('Number of alerts: one that fires again counts once, and one that reports a recovery does not count')
  alertCount!: number;
  @Field.Int('Number of firing alerts that are not acknowledged')
  firingCount!: number;
  @Field.Int('Number of alerts that are acknowledged and not over')
  acknowledgedCount!: number;
  @Field.Int('Number of alerts suppressed because a resource they depend on is DOWN')
  suppressedCount!: number;
  @Field.Int('Number of alerts that are silenced')
  silencedCount!: number;
  @Field.Int('Number of alerts that have recovered')
  recoveredCount!: number;
  @Field.Int('Number of alerts that a person resolved')
  resolvedCount!: number;
  @Field.Int(
    'Number of alerts that are over for another reason: their definition was changed or removed, their resource was removed, or they were closed by age',
  )
  closedCount!: number;
  @Field.Time('When the first alert fired')
  openTime!: number;
  @Field.Time('When the last alert fired')
  updateTime!: number;
  @Field.Time('When it ended', { optional: true })
  endTime?: number;
  @Field.Time('When the next step of the escalation policy is due', { optional: true })
  stepTime?: number;
  @Field.Array('Notifications sent, by recipient', { of: () => IncidentTold })
  told!: readonly IncidentTold[];
  @Field.Links('Links of the incident')
  links!: readonly Link[];
}

@Dto('incidentNotification', 'A notification of an incident')
export class IncidentNotification extends ExplainedNotification {
  @Field.Int('Id of its first alert')
  alertId!: number;
  @Field.Int('Number of alerts in the notification')
  alertCount!: number;
}

@Dto('incidentResolution', 'Incidents to resolve')
export class IncidentResolution {
  @Field.String('Comment, shown with the alerts', { maxLength: 1_000, optional: true })
  comment?: string;
}

/** Filters and page of the list of incidents. */
export class IncidentListQuery extends PageQuery {
  @Field.Boolean('Only those that have ended (true), or only others (false)', { optional: true })
  ended?: boolean;
  @Field.String('Part of the name of a definition, a resource or the cause; case-insensitive', { optional: true })
  q?: string;
  @Field.Sort({ fields: INCIDENT_SORT_FIELDS, default: { field: 'updateTime', descends: true } })
  sort!: Sort<(typeof INCIDENT_SORT_FIELDS)[number]>;
}

/** Page of an incident's notifications, newest first. */
export class IncidentNotificationsQuery extends PageQuery {}
