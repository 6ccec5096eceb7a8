import type { AlertConditionRest, AlertDefinitionRest, AlertNotificationRest } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';

export const CONDITION_EXAMPLE: AlertConditionRest = {
  id: 10055,
  name: 'CPU Utilisation',
  category: 'THRESHOLD',
  threshold: 0.9,
  option: null,
  triggerId: null,
  comparator: '>',
  measurementDefinition: 10107,
  note: undefined,
};

export const NOTIFICATION_EXAMPLE: AlertNotificationRest = {
  id: 10031,
  senderName: 'Direct Emails',
  config: { emailAddress: 'ops@example.test' },
  extraConfig: undefined,
};

export const DEFINITION_BASICS_EXAMPLE: AlertDefinitionRest = {
  id: 10022,
  name: 'cpu high',
  enabled: true,
  priority: 'MEDIUM',
  recoveryId: 0,
  conditionMode: 'ANY',
  conditions: undefined,
  notifications: undefined,
  dampeningCategory: 'CONSECUTIVE_COUNT',
  dampeningCount: 3,
  dampeningPeriod: 0,
  dampeningUnit: null,
  onceUntilRecovered: false,
  disabledByAlert: false,
  links: [toLink('resource', 'http://localhost:8080/rest/resource/10001')],
};

export const DEFINITION_EXAMPLE: AlertDefinitionRest = {
  ...DEFINITION_BASICS_EXAMPLE,
  conditions: [CONDITION_EXAMPLE],
  notifications: [NOTIFICATION_EXAMPLE],
};

/** Example of a body that creates one. */
export const DEFINITION_SENT = {
  name: 'cpu high',
  enabled: true,
  priority: 'MEDIUM',
  dampeningCategory: 'CONSECUTIVE_COUNT',
  dampeningCount: 3,
} satisfies Partial<AlertDefinitionRest>;
export const CONDITION_SENT = {
  category: 'THRESHOLD',
  comparator: '>',
  threshold: 0.9,
  measurementDefinition: 10107,
} satisfies Partial<AlertConditionRest>;
export const NOTIFICATION_SENT = {
  senderName: 'Direct Emails',
  config: { emailAddress: 'ops@example.test' },
  extraConfig: undefined,
} satisfies Partial<AlertNotificationRest>;
