export {
  type AlertInstance,
  gridKey,
  groupKey,
  gridTime,
  type InstanceStep,
  computeReliableMs,
  stepInstances,
} from './alert-instances';
export { endsAt, isSendDue } from './alertmanager-sends';
export {
  annotationsFor,
  NeedsQuery,
  type TemplateBudget,
  type ReadyTemplates,
  readyTemplates,
  renderTemplate,
  type TemplateData,
} from './alert-template';
export { TemplateError } from './template-calls';
export { boundNote } from './bound-note';
export {
  JIRA_URL,
  NTFY_PROPERTIES,
  NTFY_URL,
  OPSGENIE_URL,
  PAGERDUTY_URL,
  SLACK_API_URL,
  WEBHOOK_CHANNEL_PROPERTIES,
} from './channel-properties';
export { checkCondition, type CheckedCondition, type ConditionMetric } from './condition-rules';
export { compare, conditionTest, type Remembered } from './condition-test';
export type { Condition, OperationStatus } from './condition';
export { type MethodTimes, planMethods } from './contact-plan';
export {
  checkNewDefinition,
  checkSettings,
  type DefinitionSettings,
  type NewDefinition,
  type SentDefinition,
} from './definition-rules';
export {
  type AttemptMade,
  beforeAttempt,
  describeOutcomes,
  isOpen,
  mergeOutcomes,
  nextAttemptMs,
  type Outcome,
  parseIdList,
  getDeliveryState,
  type TargetOutcome,
  toAttempt,
} from './delivery';
export { describeCondition, describeMatches, describeValue, isNumeric } from './description';
export type { EngineDefinition, Timer } from './evaluate';
export {
  type Addressee,
  type FactsOfEnd,
  type FactsOfHold,
  type FactsOfNotice,
  type FactsOfStep,
  type FiringRules,
  makeTimeline,
  summarise,
} from './explain';
export {
  checkExpression,
  DEFAULT_EXPRESSION,
  type ExpressionSettings,
  expressionUseProblem,
  type SentExpression,
  toSentExpression,
} from './expression-rules';
export type { AvailabilityStretch, Baseline, Fact, NumberFact } from './fact';
export { type CalendarEvent, renderCalendar } from './icalendar';
export {
  causeKey,
  findCause,
  chooseIncident,
  dependsOn,
  type FlappingRule,
  flapsUntil,
  type Grouping,
  groupingOfKey,
  GROUPINGS,
  type IncidentChoice,
  incidentState,
  type IncidentSubject,
  type Upstream,
} from './incident';
export {
  type CoveringSilence,
  EMPTY_THREAD,
  type Hold,
  type HoldReason,
  type IncidentSteps,
  type NoticeKind,
  type NoticePlan,
  type NoticeSituation,
  planIncidentSteps,
  planNotices,
  type RecipientLimit,
  type StepPlan,
  type Thread,
  UNHELD,
} from './notice-plan';
export {
  checkMessages,
  type DueMessages,
  dueMessages,
  MAX_UNCUT_PROBLEMS,
  type MessageSettings,
  type OpenProblems,
  outdatedText,
  textOfMessage,
  type WatchedRotation,
} from './on-call-messages';
export {
  type Child,
  mirrorRecoveries,
  type Place,
  propagate,
  type Propagation,
  type RecoveringChild,
} from './propagation';
export { checkQuietHours, type QuietHours } from './quiet-hours';
export { type Recovered, recoveredAlerts } from './recovery-times';
export { type RehearsalRules, rehearse } from './rehearse';
export { Replay } from './replay';
export { applyFact, type Firing, type ResourceAlerts } from './resource-alerts';
export { checkRotation, presentShifts, type RotationTimes, type Shift, shiftAt, shiftsBetween } from './rotation';
export {
  type EscalationSteps,
  readExtra,
  findLostSecret,
  findSender,
  GATHERING_SENDERS,
  MAIL_SENDER,
  ON_CALL_SENDER,
  type Receiver,
  ROLES_SENDER,
  type SenderDescription,
  senderLabel,
  SENDERS,
  showConfig,
  showExtra,
  storeConfig,
  type StoredConfig,
  storeExtra,
  USERS_SENDER,
} from './sender-catalogue';
export {
  addressProblem,
  type ConfigProblem,
  configProblem,
  splitEntries,
  type PropertyKind,
  type SenderProperty,
  WEBHOOK_FORMATS,
  WEBHOOK_PROPERTIES,
} from './sender-properties';
export { checkTimes, nextWindow, type SilenceTimes, windowAt } from './silence-times';
export { type FutureStep, predictSteps } from './steps-ahead';
export {
  getEnding,
  isNotifiedEnd,
  type HeldAlert,
  lookAgainMs,
  type Present,
  STATE_CATEGORIES,
  stillHolds,
} from './still-holds';
export {
  readMemory,
  readStates,
  type StoredMemory,
  type StoredStates,
  writeMemory,
  writeStates,
} from './stored-rule-state';
export { replaceTokens } from './tokens';
export { isAmong, type KnownRules, NOTHING_IN_WORKS, type ValueRange, ValueWatchers } from './value-watchers';
