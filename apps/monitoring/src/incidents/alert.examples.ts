import type { AlertExplanation, AlertRest, AlertStatus, SlimAlert } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { RESOURCE_EXAMPLE } from '../resources/resource.examples';
import { DEFINITION_BASICS_EXAMPLE } from '../alert-definitions/definition.examples';

const FIRED_MS = 1_700_000_000_123;

export const STATUS_EXAMPLE: AlertStatus = {
  state: 'ACKNOWLEDGED',
  acknowledgedBy: 'ben',
  silenceId: null,
  silencedUntil: null,
  causeId: null,
  causeName: null,
  endTime: null,
  endReason: null,
  endedBy: null,
  seesRecovery: true,
};

export const SLIM_EXAMPLE: SlimAlert = {
  id: 10301,
  name: 'host down',
  alertDefinition: { id: 10022 },
  definitionEnabled: true,
  ackBy: null,
  ackTime: 0,
  alertTime: FIRED_MS,
  description: 'Condition 1: availability goes DOWN at 2023-11-14T22:13:20.000Z, value DOWN',
  resource: { resourceName: 'web-1', resourceId: 10001 },
  links: [toLink('self', 'http://localhost:8080/rest/alert/10301')],
};

export const EXAMPLE: AlertRest = {
  ...SLIM_EXAMPLE,
  alertDefinition: DEFINITION_BASICS_EXAMPLE,
  resource: RESOURCE_EXAMPLE,
};

export const EXPLANATION_EXAMPLE: AlertExplanation = {
  alertId: 10301,
  definitionId: 10022,
  firedTime: FIRED_MS,
  summary: 'The condition was met.',
  advice: null,
  conditionMode: 'ANY',
  conditions: [
    {
      id: 10055,
      category: 'AVAILABILITY',
      description: 'availability goes DOWN',
      matched: true,
      value: 'DOWN',
      valueText: 'DOWN',
      dataTime: 1_700_000_000_000,
    },
  ],
  dampening: { category: 'NONE', count: 0, period: 0, unit: null },
  occurrences: [{ time: FIRED_MS }],
  notifications: [
    {
      senderName: 'Direct Emails',
      kind: 'ALERT',
      settled: true,
      attempts: [{ time: FIRED_MS + 400, state: 'SUCCESS', message: 'sent to [ops@example.test]' }],
      responses: [],
    },
  ],
  steps: [
    {
      time: FIRED_MS + 600_000,
      step: 1,
      policyName: 'Nights',
      senderName: 'On-Call Rotation',
      addressees: [{ name: 'bob' }],
    },
  ],
  story: [
    { time: 1_700_000_000_000, kind: 'MEASURED', text: 'availability goes DOWN: DOWN' },
    { time: FIRED_MS, kind: 'FIRED', text: 'host down. The condition was met.' },
    { time: FIRED_MS + 400, kind: 'ATTEMPT', text: 'Direct Emails: SUCCESS: sent to [ops@example.test]' },
    { time: FIRED_MS + 600_000, kind: 'PLANNED', text: 'Step 1 of Nights, On-Call Rotation: bob' },
  ],
};
