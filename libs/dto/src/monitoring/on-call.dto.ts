import { Dto, Field } from '../fields';
import type { Link } from '../values';
import { AlertNotificationRest, PRIORITIES, type Priority } from './alert-definitions.dto';
import { PageQuery } from './values.dto';

export const ROTATION_TURNS = ['DAILY', 'WEEKLY'] as const;
export type RotationTurn = (typeof ROTATION_TURNS)[number];

export const DAYS_OF_WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type DayOfWeek = (typeof DAYS_OF_WEEK)[number];

export const MOST_MEMBERS = 100;
export const MOST_OVERRIDES = 100;
export const MOST_STEPS = 10;
export const MOST_RECEIVERS = 20;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

@Dto('member', 'A person who takes turns')
export class RotationMember {
  @Field.Int('Id of the user, as the senders of alerts list them')
  userId!: number;
  @Field.String('Login of the user', { optional: true })
  login?: string;
}

@Dto('override', 'A time in which a person takes the place of who is on call')
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

/** What of a rotation is sent. */
@Dto('rotation', 'Who is on call, in turns')
export class RotationChange {
  @Field.String('Name', { minLength: 1, maxLength: 100 })
  name!: string;
  @Field.String('Time zone of the time of day, e.g. Europe/Berlin', { maxLength: 100 })
  timeZone!: string;
  @Field.Enum('Length of a turn', { values: ROTATION_TURNS })
  turn!: RotationTurn;
  @Field.String('Time of day of the hand-over, e.g. 09:00; kept when the clocks change', { pattern: TIME_OF_DAY })
  handOverTime!: string;
  @Field.String(
    'Date on which the turn of the first member begins, e.g. 2026-11-30; of weekly turns it fixes the day of the week',
    { pattern: /^\d{4}-\d\d-\d\d$/ },
  )
  firstDay!: string;
  @Field.Array('Members in the order of their turns', { of: () => RotationMember, maxItems: MOST_MEMBERS })
  members!: readonly RotationMember[];
  @Field.Array('Overrides by their start, without those that have ended; they do not overlap', {
    of: () => RotationOverrideRest,
    maxItems: MOST_OVERRIDES,
    optional: true,
  })
  overrides?: readonly RotationOverrideRest[];
}

@Dto('rotation', 'Who is on call, in turns', { lineFields: ['id', 'name'] })
export class RotationRest extends RotationChange {
  @Field.Int('Id')
  id!: number;
  @Field.Links('Links of the rotation')
  links!: readonly Link[];
}

@Dto('shift', 'A time in which one person is on call')
export class ShiftRest {
  @Field.Int('Id of the user')
  userId!: number;
  @Field.String('Login of the user')
  login!: string;
  @Field.Time('Start; of the present shift, when it began')
  startTime!: number;
  @Field.Time('End, exclusive')
  endTime!: number;
  @Field.Boolean('Whether it is an override')
  override!: boolean;
}

/** What part of the calendar. */
export class CalendarQuery {
  @Field.Time('Start; now when absent', { optional: true, min: 1 })
  startTime?: number;
  @Field.Int('Number of days', { optional: true, min: 1, max: 92 })
  days?: number;
}

@Dto('step', 'Who is told of an alert that is not acknowledged by then')
export class EscalationStepRest {
  @Field.Int('Minutes after the alert was notified at first', { min: 0, max: 7 * 24 * 60 })
  afterMinutes!: number;
  @Field.Array('Who is told, by the senders of alert definitions; ids are the places in the policy', {
    of: () => AlertNotificationRest,
    maxItems: MOST_RECEIVERS,
  })
  receivers!: readonly AlertNotificationRest[];
}

/** What of an escalation policy is sent. */
@Dto('escalation', 'Who is told of an alert that stays unacknowledged, step by step')
export class EscalationChange {
  @Field.String('Name', { minLength: 1, maxLength: 100 })
  name!: string;
  @Field.Array('Steps, each later than the one before', { of: () => EscalationStepRest, maxItems: MOST_STEPS })
  steps!: readonly EscalationStepRest[];
  @Field.Int('Minutes after which the last step is repeated; 0 for never', { optional: true, min: 0, max: 7 * 24 * 60 })
  repeatMinutes?: number;
  @Field.Int('How often it is repeated at most', { optional: true, min: 0, max: 100 })
  repeatTimes?: number;
}

@Dto('escalation', 'Who is told of an alert that stays unacknowledged, step by step', { lineFields: ['id', 'name'] })
export class EscalationRest extends EscalationChange {
  @Field.Int('Id')
  id!: number;
  @Field.Links('Links of the policy')
  links!: readonly Link[];
}

/** What of it is sent. */
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
  @Field.String('Its name', { optional: true })
  escalationName?: string;
  @Field.Boolean('Whether it is that of the group or type that the definition comes from')
  inherited!: boolean;
}

/** Which rotations, or escalation policies, are listed. */
export class OnCallListQuery extends PageQuery {
  @Field.String('Part of the name; case-insensitive', { optional: true })
  q?: string;
}

@Dto('quietHours', 'When a person is told of urgent alerts alone')
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
  @Field.Enum('Alerts of this priority, and more urgent ones, are told at once; HIGH when absent', {
    values: PRIORITIES,
  })
  urgentPriority!: Priority;
}
