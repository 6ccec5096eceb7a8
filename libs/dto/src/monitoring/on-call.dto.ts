import {
  type DayOfWeek,
  DAYS_OF_WEEK,
  DELIVERY_STATES,
  type DeliveryState,
  MAX_MEMBERS,
  MAX_OVERRIDES,
  ON_CALL_MESSAGE_KINDS,
  type OnCallMessageKind,
  PRIORITIES,
  type Priority,
  ROTATION_TURNS,
  type RotationTurn,
} from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Link } from '../values';
import { AlertNotificationRest } from './alert-definitions.dto';
import { PageQuery } from './values.dto';

export const MAX_STEPS = 10;
export const MAX_RECEIVERS = 20;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

@Dto('member', 'A person who takes turns')
export class RotationMember {
  @Field.Int('Id of the user, as the senders of alerts list them')
  userId!: number;
  @Field.String('Login of the user', { optional: true })
  login?: string;
}

@Dto('override', 'A period in which another person is on call')
export class RotationOverrideRest {
  @Field.Int('Id of the user')
  userId!: number;
  @Field.String('Login of the user', { optional: true })
  login?: string;
  @Field.Time('Start')
  startTime!: number;
  @Field.Time('End, exclusive')
  endTime!: number;
}

/** Editable fields of a rotation. */
@Dto('rotation', 'On-call rotation')
export class RotationChange {
  @Field.String('Name', { minLength: 1, maxLength: 100 })
  name!: string;
  @Field.String('Time zone of the time of day, e.g. Europe/Berlin', { maxLength: 100 })
  timeZone!: string;
  @Field.Enum('Length of a turn', { values: ROTATION_TURNS })
  turn!: RotationTurn;
  @Field.String('Time of day of the handover, e.g. 09:00; kept when the clocks change', { pattern: TIME_OF_DAY })
  handOverTime!: string;
  @Field.String(
    'Date on which the turn of the first member begins, e.g. 2026-11-30; of weekly turns it fixes the day of the week',
    { pattern: /^\d{4}-\d\d-\d\d$/ },
  )
  firstDay!: string;
  @Field.Array('Members in the order of their turns', { of: () => RotationMember, maxItems: MAX_MEMBERS })
  members!: readonly RotationMember[];
  @Field.Array('Overrides that have not ended, by start; they do not overlap', {
    of: () => RotationOverrideRest,
    maxItems: MAX_OVERRIDES,
    optional: true,
  })
  overrides?: readonly RotationOverrideRest[];
  @Field.Boolean('Whether the incoming and the outgoing person get a message at each handover; true when absent', {
    optional: true,
  })
  handoverMessage?: boolean;
  @Field.Enum('Day of the weekly test message to the person on call; no test when absent', {
    values: DAYS_OF_WEEK,
    optional: true,
  })
  testDay?: DayOfWeek;
  @Field.String('Time of day of the test message, e.g. 10:00, in the time zone of the rotation', {
    pattern: TIME_OF_DAY,
    optional: true,
  })
  testTime?: string;
}

@Dto('rotation', 'On-call rotation', { lineFields: ['id', 'name'] })
export class RotationRest extends RotationChange {
  @Field.Int('Id')
  id!: number;
  @Field.Links('Links of the rotation')
  links!: readonly Link[];
}

@Dto('shift', 'A period in which one person is on call')
export class ShiftRest {
  @Field.Int('Id of the user')
  userId!: number;
  @Field.String('Login of the user')
  login!: string;
  @Field.Time('Start; of the present shift, when it began')
  startTime!: number;
  @Field.Time('End, exclusive')
  endTime!: number;
  @Field.Boolean('Whether the shift is an override')
  override!: boolean;
}

/** Whether notifications reach a person. */
@Dto('person', 'A person who can be on call, and whether notifications reach this person')
export class OnCallPersonRest {
  @Field.Int('Id of the user')
  userId!: number;
  @Field.String('Login of the user')
  login!: string;
  @Field.String('Name of the person, as the account or the identity provider states it', { optional: true })
  name?: string;
  @Field.Boolean('Whether notifications reach the person')
  reachable!: boolean;
  @Field.Array('Kinds of contact methods that notifications use', { of: 'string' })
  methods!: readonly string[];
  @Field.String('Why notifications cannot reach the person', { optional: true })
  problem?: string;
  @Field.Boolean('Whether rotations and escalation policies may name the user; false for programs and removed accounts')
  choosable!: boolean;
}

/** Body of a request that adds a person. */
@Dto('person', 'A person who signs in with an identity provider')
export class NewOnCallPerson {
  @Field.String('Login, exactly as the identity provider will state it', { minLength: 1, maxLength: 256 })
  login!: string;
}

/** Query for the people who can be on call. */
export class OnCallPersonQuery {
  @Field.Ids('Only these users, separated by commas, including users who cannot be chosen; by default all who can', {
    of: 'users',
    optional: true,
  })
  ids?: readonly number[];
}

@Dto('onCallShift', 'A person on call, and how notifications reach this person')
export class OnCallShiftRest extends OnCallPersonRest {
  @Field.Time('Start of the shift')
  startTime!: number;
  @Field.Time('When another person takes over; if nobody does, the end of the shift')
  endTime!: number;
  @Field.Boolean('Whether the shift is an override')
  override!: boolean;
}

@Dto('onCall', 'Who is on call in a rotation now, and who is next', { lineFields: ['rotationId', 'rotationName'] })
export class OnCallRest {
  @Field.Int('Id of the rotation')
  rotationId!: number;
  @Field.String('Name of the rotation')
  rotationName!: string;
  @Field.Object('The person on call now', { of: () => OnCallShiftRest })
  current!: OnCallShiftRest;
  @Field.Object('The next person; absent if nobody else takes over', { of: () => OnCallShiftRest, optional: true })
  next?: OnCallShiftRest;
}

@Dto('onCallMessage', 'A message to a person about a shift, and whether it arrived', {
  lineFields: ['id', 'kind', 'login'],
})
export class OnCallMessageRest {
  @Field.Int('Id')
  id!: number;
  @Field.Enum('The shift begins, it is over, or the weekly test', { values: ON_CALL_MESSAGE_KINDS })
  kind!: OnCallMessageKind;
  @Field.Int('Id of the user')
  userId!: number;
  @Field.String('Login of the user')
  login!: string;
  @Field.Time('When it was due')
  time!: number;
  @Field.Int('Number of attempts to send it')
  attempts!: number;
  @Field.Enum('State after the last attempt; absent before the first', { values: DELIVERY_STATES, optional: true })
  state?: DeliveryState;
  @Field.String('Outcome', { optional: true })
  message?: string;
  @Field.Boolean('Whether no further attempt follows')
  settled!: boolean;
}

/** Period of the calendar. */
export class CalendarQuery {
  @Field.Time('Start; now when absent', { optional: true, min: 1 })
  startTime?: number;
  @Field.Int('Number of days', { optional: true, min: 1, max: 92 })
  days?: number;
}

@Dto('step', 'Step of an escalation policy')
export class EscalationStepRest {
  @Field.Int('Minutes after the alert was notified at first', { min: 0, max: 7 * 24 * 60 })
  afterMinutes!: number;
  @Field.Array('Notifications of the step, by the senders of alert definitions; ids are the places in the policy', {
    of: () => AlertNotificationRest,
    maxItems: MAX_RECEIVERS,
  })
  receivers!: readonly AlertNotificationRest[];
}

/** Editable fields of an escalation policy. */
@Dto('escalation', 'Escalation policy: recipients of an unacknowledged alert, step by step')
export class EscalationChange {
  @Field.String('Name', { minLength: 1, maxLength: 100 })
  name!: string;
  @Field.Array('Steps, each later than the one before', { of: () => EscalationStepRest, maxItems: MAX_STEPS })
  steps!: readonly EscalationStepRest[];
  @Field.Int('Minutes after which the last step is repeated; 0 for never', { optional: true, min: 0, max: 7 * 24 * 60 })
  repeatMinutes?: number;
  @Field.Int('Maximum number of repetitions', { optional: true, min: 0, max: 100 })
  repeatTimes?: number;
}

@Dto('escalation', 'Escalation policy: recipients of an unacknowledged alert, step by step', {
  lineFields: ['id', 'name'],
})
export class EscalationRest extends EscalationChange {
  @Field.Int('Id')
  id!: number;
  @Field.Links('Links of the policy')
  links!: readonly Link[];
}

/** Editable fields of a definition's escalation. */
@Dto('definitionEscalation', 'The escalation policy that an alert definition uses')
export class DefinitionEscalationChange {
  @Field.Int('Id of the escalation policy; 0 for none')
  escalationId!: number;
}

@Dto('definitionEscalation', 'The escalation policy that an alert definition uses')
export class DefinitionEscalationRest {
  @Field.Int('Id of the alert definition')
  definitionId!: number;
  @Field.Int('Id of the escalation policy; 0 for none')
  escalationId!: number;
  @Field.String('Name of the escalation policy', { optional: true })
  escalationName?: string;
  @Field.Boolean('Whether it is inherited from the definition of the group or type')
  inherited!: boolean;
}

/** Filters and page of the list of rotations or escalation policies. */
export class OnCallListQuery extends PageQuery {
  @Field.String('Part of the name; case-insensitive', { optional: true })
  q?: string;
}

@Dto('quietHours', 'Hours in which a person gets urgent alerts only')
export class QuietHoursRest {
  @Field.String('Time zone of the times of day, e.g. Europe/Berlin', { maxLength: 100 })
  timeZone!: string;
  @Field.String('Time of day at which they begin, e.g. 22:00', { pattern: TIME_OF_DAY })
  startTime!: string;
  @Field.String('Time of day at which they end, of the next day unless it is later, e.g. 07:00', {
    pattern: TIME_OF_DAY,
  })
  endTime!: string;
  @Field.Array('Days of the week on which they begin; all when absent', { of: 'string', values: DAYS_OF_WEEK })
  days!: readonly DayOfWeek[];
  @Field.Enum('Alerts of this or a higher priority are sent at once; HIGH by default', {
    values: PRIORITIES,
  })
  urgentPriority!: Priority;
}

/** Body of a request that creates a calendar feed. */
@Dto('calendarFeed', 'An address by which a calendar program reads who is on call')
export class CalendarFeedChange {
  @Field.Int("Id of the rotation; without it, the caller's shifts in all rotations", {
    optional: true,
  })
  rotationId?: number;
}

@Dto('calendarFeed', 'An address by which a calendar program reads who is on call', { lineFields: ['id'] })
export class CalendarFeedRest extends CalendarFeedChange {
  @Field.Int('Id')
  id!: number;
  @Field.String('Name of the rotation', { optional: true })
  rotationName?: string;
  @Field.Time('When the address was made')
  createdTime!: number;
  @Field.Time('When it was used last, to the hour; absent until then', { optional: true })
  usedTime?: number;
  @Field.String('The address, which holds a secret; only in the response of the request that makes it', {
    optional: true,
  })
  address?: string;
}
