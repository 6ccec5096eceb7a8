import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_STATES } from '../../alert-state/incident-problems.sql';
import { ENDED_BY } from './webhook-body';

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
const time = (description: string): Schema => text(description, { format: 'date-time' });
const number = (description: string): Schema => ({ type: 'integer', description });
const flag = (description: string): Schema => ({ type: 'boolean', description });
const list = (items: Schema, description: string): Schema => ({ type: 'array', items, description });

/** An object schema with these fields; names ending in `?` are optional. Later versions may add fields. */
function object(description: string, fields: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace('?', ''), schema])),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
  };
}

/** Body of webhooks without another format. */
export const WEBHOOK_SCHEMA = object('An alert or incident', {
  type: text('What happened', {
    enum: ['alert.fired', 'incident.held', 'incident.ended', 'alert.test', 'on-call.handover', 'compliance.evidence'],
  }),
  alertId: number('Id of the alert; 0 in a test, at a handover and with evidence'),
  firedAt: time('When the alert fired'),
  since: time('When its condition began to hold'),
  summary: text('The notification in one line'),
  url: text('Page of the alert in the console; in a test, of the definition; with evidence, of the policy', {
    format: 'uri',
  }),
  definition: object('The alert definition', {
    id: number('Id of the definition'),
    name: text('Name of the definition'),
    priority: text('Priority', { enum: ['HIGH', 'MEDIUM', 'LOW'] }),
  }),
  resource: object('The resource that the alert is on', {
    id: number('Id of the resource; 0 in a test of a definition of a group or type'),
    name: text('Name of the resource'),
    path: list({ type: 'string' }, 'Names from the platform down to the resource'),
    host: text('Name of the platform; of a target of series without a platform its label `instance`'),
    ancestry: text('The path in one text'),
  }),
  'labels?': {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'On targets of Prometheus and services of OpenTelemetry: labels of the series that met the condition',
  },
  description: text('Conditions and values, one a line'),
  conditions: list(
    object('A condition that held', {
      text: text('The condition'),
      value: text('Measured value that met the condition'),
      valueText: text('The same with its unit'),
      at: time('When it was measured'),
      'latest?': object('The value now of a metric or trait, once the incident has ended', {
        value: text('Measured value'),
        valueText: text('With its unit'),
      }),
    }),
    'Conditions that held; none in a test',
  ),
  'incident?': object('The incident of the alert; missing in a test', {
    id: number('Id of the incident: the same in all requests of it, while `alertId` may differ'),
    alerts: number('Number of firings in this request; 0 at the end'),
    suppressed: number('Alerts that are suppressed now'),
    total: number('Alerts of the incident; one that fires again counts once'),
    counts: object('The same by state', {
      firing: number('Firing, and nobody has acknowledged them'),
      acknowledged: number('Acknowledged, and still active'),
      suppressed: number('Suppressed because a resource they depend on is DOWN'),
      silenced: number('Silenced'),
      recovered: number('Recovered'),
      resolved: number('Resolved by a person'),
      closed: number('Ended for another reason, such as a definition that was changed or removed'),
    }),
    hostCount: number('Hosts that these alerts are on'),
    hosts: list(
      object('A host', { name: text('Name of the host'), alerts: number('Alerts of the incident on it') }),
      'The hosts with the most alerts, 10 at most',
    ),
    cause: {
      anyOf: [
        object('A resource', { id: number('Id of the resource'), name: text('Name of the resource') }),
        { type: 'null' },
      ],
      description: 'The resource whose outage suppresses alerts',
    },
    others: list(
      object('Another alert', {
        kind: text('Fired, suppressed or ended', { enum: ['ALERT', 'HELD', 'END'] }),
        definition: text('Name of the definition'),
        resource: text('Name of the resource'),
        host: text('Name of its host'),
        'state?': text('Present state; missing for alerts of other incidents', { enum: [...PROBLEM_STATES] }),
        'values?': list(
          { type: 'string' },
          'Values that met its conditions, with units; missing for alerts of other incidents',
        ),
      }),
      'Other alerts in this request, at most 20',
    ),
    isUpdate: flag('The receiver has had an earlier request of this incident'),
    isFlapping: flag('At least one alert is flapping'),
    openedAt: time('When the incident began'),
    'endedAt?': time('When it ended'),
    'durationSeconds?': number('How long it lasted'),
    'endedBy?': text('Reason of the end; of several alerts, for the one in this request', {
      enum: Object.values(ENDED_BY),
    }),
    'resolvedBy?': text('Who resolved it: a login, or the address or channel whose link was used'),
  }),
  'links?': object('Pages that work once, without a login; missing where there is nothing to acknowledge', {
    acknowledge: text('Acknowledges the alert', { format: 'uri' }),
    resolve: text('Resolves the alert', { format: 'uri' }),
  }),
});

/** Posted to the webhook of a person, who enters the code to verify it as a contact method. */
export const CONTACT_CODE_SCHEMA = object('A code that verifies a contact method', {
  type: text('What happened', { enum: ['contact.code'] }),
  summary: text('The code in a sentence'),
  code: text('The code'),
});

const header = (name: string, description: string, required: boolean): object => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const signed = (schema: Schema) => ({
  security: [],
  parameters: [
    header('webhook-id', 'The same in every attempt; unique within an installation', true),
    header('webhook-timestamp', 'When this attempt was sent, in seconds since 1970', true),
    header(
      'webhook-signature',
      '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64; missing without a secret',
      false,
    ),
  ],
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { '2XX': { description: 'Delivered' }, '4XX': { description: 'Refused, and not sent again' } },
});

/** `webhooks` of the OpenAPI document. */
export const WEBHOOKS: OpenAPIObject['webhooks'] = {
  notification: {
    post: {
      operationId: 'receiveNotification',
      summary: 'An alert fired, or an incident was suppressed or ended',
      description:
        'Sent to the address of a notification by the sender Webhook, signed as Standard Webhooks defines it, and again for a ' +
        'day after 408, 425, 429, 5xx or no response. The formats `alertmanager` and `cloudevents` have other bodies.',
      ...signed(WEBHOOK_SCHEMA),
    },
  },
  contactCode: {
    post: {
      operationId: 'receiveContactCode',
      summary: 'A person wants to verify a webhook as a contact method',
      description: 'Sent once, and signed as notifications are. The person enters the code in the console.',
      ...signed(CONTACT_CODE_SCHEMA),
    },
  },
} as OpenAPIObject['webhooks'];
