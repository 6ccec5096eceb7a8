import { LINK } from './xml-elements';
import type { ElementSchema } from './xml-schema';

export const STATES = ['SUCCESS', 'PARTIAL', 'FAILURE', 'DEFERRED', 'UNKNOWN'];

const STORY = ['MEASURED', 'COUNTED', 'FIRED', 'HELD', 'TOLD', 'OVER', 'ATTEMPT', 'ACKNOWLEDGED', 'PLANNED'];

const ADDRESSEE: ElementSchema = { children: { name: ['1', 'string'], quietUntil: ['?', 'long'] } };
const KINDS = ['ALERT', 'HELD', 'END'];
const EXPLAINED = {
  senderName: ['1', 'string'],
  kind: ['1', KINDS],
  step: ['?', 'int'],
  dueTime: ['?', 'long'],
  settled: ['1', 'boolean'],
  attempts: ['*', { children: { time: ['1', 'long'], state: ['1', STATES], message: ['1', 'string'] } }],
  responses: ['*', 'string'],
} as const satisfies ElementSchema['children'];

export const EXPLANATION: ElementSchema = {
  children: {
    alertId: ['1', 'int'],
    definitionId: ['1', 'int'],
    firedTime: ['1', 'long'],
    summary: ['1', 'string'],
    advice: ['?', 'string'],
    conditionMode: ['1', ['ANY', 'ALL']],
    conditions: [
      '*',
      {
        children: {
          id: ['1', 'int'],
          category: ['1', 'string'],
          description: ['1', 'string'],
          matched: ['1', 'boolean'],
          value: ['?', 'string'],
          valueText: ['?', 'string'],
          dataTime: ['?', 'long'],
        },
      },
    ],
    dampening: [
      '1',
      { children: { category: ['1', 'string'], count: ['1', 'int'], period: ['1', 'int'], unit: ['?', 'string'] } },
    ],
    occurrences: ['*', { children: { time: ['1', 'long'] } }],
    notifications: ['*', { children: EXPLAINED }],
    steps: [
      '*',
      {
        children: {
          time: ['1', 'long'],
          step: ['1', 'int'],
          policyName: ['1', 'string'],
          senderName: ['1', 'string'],
          addressees: ['*', ADDRESSEE],
        },
      },
    ],
    story: ['*', { children: { time: ['1', 'long'], kind: ['1', STORY], text: ['1', 'string'] } }],
  },
};

const OUTCOMES = ['SILENCED', 'SUPPRESSED', 'TOLD', 'JOINED'];

export const DRY_RUN: ElementSchema = {
  children: {
    resourceId: ['1', 'int'],
    startTime: ['1', 'long'],
    endTime: ['1', 'long'],
    facts: ['1', 'int'],
    alertCount: ['1', 'int'],
    alerts: [
      '*',
      {
        children: {
          time: ['1', 'long'],
          summary: ['1', 'string'],
          matches: [
            '*',
            {
              children: {
                condition: ['1', 'int'],
                description: ['1', 'string'],
                value: ['1', 'string'],
                valueText: ['1', 'string'],
                dataTime: ['1', 'long'],
              },
            },
          ],
          notices: [
            '*',
            {
              children: {
                senderName: ['1', 'string'],
                kind: ['1', KINDS],
                outcome: ['1', OUTCOMES],
                time: ['1', 'long'],
                step: ['?', 'int'],
                addressees: ['*', ADDRESSEE],
              },
            },
          ],
        },
      },
    ],
    notes: ['*', 'string'],
  },
};

/** See rule alerts-50. */
export const INCIDENT: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    resourceId: ['1', 'int'],
    resourceName: ['1', 'string'],
    priority: ['1', ['HIGH', 'MEDIUM', 'LOW']],
    state: ['1', ['OPEN', 'ACKNOWLEDGED', 'SILENCED', 'ENDED']],
    grouping: ['?', ['CAUSE', 'DEFINITION', 'GROUP', 'HOST', 'PROBLEM']],
    causeId: ['?', 'int'],
    causeName: ['?', 'string'],
    place: ['1', 'string'],
    resourceCount: ['1', 'int'],
    hostCount: ['1', 'int'],
    hosts: ['*', { children: { name: ['1', 'string'], alertCount: ['1', 'int'] } }],
    alertCount: ['1', 'int'],
    firingCount: ['1', 'int'],
    acknowledgedCount: ['1', 'int'],
    suppressedCount: ['1', 'int'],
    silencedCount: ['1', 'int'],
    recoveredCount: ['1', 'int'],
    resolvedCount: ['1', 'int'],
    closedCount: ['1', 'int'],
    openTime: ['1', 'long'],
    updateTime: ['1', 'long'],
    endTime: ['?', 'long'],
    stepTime: ['?', 'long'],
    told: [
      '*',
      {
        children: {
          senderName: ['1', 'string'],
          recipients: ['*', 'string'],
          state: ['1', STATES],
          time: ['1', 'long'],
        },
      },
    ],
    links: ['*', LINK],
  },
};
export const INCIDENT_NOTIFICATION: ElementSchema = {
  children: { ...EXPLAINED, alertId: ['1', 'int'], alertCount: ['1', 'int'] },
};
