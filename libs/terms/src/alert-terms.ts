export const AVAILABILITY_TYPES = ['UP', 'DOWN', 'DISABLED', 'UNKNOWN'] as const;
export type AvailabilityType = (typeof AVAILABILITY_TYPES)[number];

/** From least to most severe. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The eleven categories of the contract, and `EXPRESSION`. */
export const CONDITION_CATEGORIES = [
  'AVAILABILITY',
  'AVAIL_DURATION',
  'BASELINE',
  'CHANGE',
  'CONTROL',
  'DRIFT',
  'EVENT',
  'EXPRESSION',
  'RANGE',
  'RESOURCE_CONFIG',
  'THRESHOLD',
  'TRAIT',
] as const;
export type ConditionCategory = (typeof CONDITION_CATEGORIES)[number];

export const CONDITION_MODES = ['ANY', 'ALL'] as const;
export type ConditionMode = (typeof CONDITION_MODES)[number];

export const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const DAMPENING_CATEGORIES = [
  'NONE',
  'ONCE',
  'CONSECUTIVE_COUNT',
  'PARTIAL_COUNT',
  'DURATION_COUNT',
  'INVERSE_COUNT',
] as const;
export type DampeningCategory = (typeof DAMPENING_CATEGORIES)[number];

export const DAMPENING_UNITS = ['MINUTES', 'HOURS', 'DAYS', 'WEEKS'] as const;
export type DampeningUnit = (typeof DAMPENING_UNITS)[number];

/** Content of a notification: an alert fired, alerts of its incident are held, or the incident has ended. */
export const NOTICE_KINDS = ['ALERT', 'HELD', 'END'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const DELIVERY_STATES = ['SUCCESS', 'PARTIAL', 'FAILURE', 'DEFERRED', 'UNKNOWN'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Senders that post messages for people to read; the others notify persons, or open an incident. */
export const CHANNEL_SENDERS = ['Microsoft Teams', 'Slack', 'Slack App', 'Webhook', 'ntfy'] as const;
export type ChannelSender = (typeof CHANNEL_SENDERS)[number];

/** `PLANNED` is in the future. */
export const STORY_KINDS = [
  'MEASURED',
  'COUNTED',
  'FIRED',
  'HELD',
  'TOLD',
  'OVER',
  'ATTEMPT',
  'ACKNOWLEDGED',
  'PLANNED',
] as const;
export type StoryKind = (typeof STORY_KINDS)[number];

/** `SILENCED`: everything that is open is held by silences. */
export const INCIDENT_STATES = ['OPEN', 'ACKNOWLEDGED', 'SILENCED', 'ENDED'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/**
 * Grouping criterion of an incident: a resource that is DOWN, a definition, a group or type, a platform, or definition
 * and resource.
 */
export const INCIDENT_GROUPINGS = ['CAUSE', 'DEFINITION', 'GROUP', 'HOST', 'PROBLEM'] as const;
export type IncidentGrouping = (typeof INCIDENT_GROUPINGS)[number];

export const DAYS_OF_WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type DayOfWeek = (typeof DAYS_OF_WEEK)[number];

export const ROTATION_TURNS = ['DAILY', 'WEEKLY'] as const;
export type RotationTurn = (typeof ROTATION_TURNS)[number];

export const ON_CALL_MESSAGE_KINDS = ['INCOMING', 'OUTGOING', 'TEST'] as const;
export type OnCallMessageKind = (typeof ON_CALL_MESSAGE_KINDS)[number];

export const MAX_MEMBERS = 100;
export const MAX_OVERRIDES = 100;

/**
 * Why an alert is over. `RECOVERED`: its condition no longer holds, another definition recovered it, or its source
 * reports the recovery. `REPLACED`: a later alert reports the same problem. `EXPIRED`: it has no measurable recovery
 * and was closed by age.
 */
export const END_REASONS = [
  'RECOVERED',
  'RESOLVED',
  'DEFINITION_CHANGED',
  'DEFINITION_REMOVED',
  'RESOURCE_REMOVED',
  'REPLACED',
  'EXPIRED',
] as const;
export type EndReason = (typeof END_REASONS)[number];
