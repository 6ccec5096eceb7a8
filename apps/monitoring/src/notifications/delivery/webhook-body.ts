import { createHmac } from 'node:crypto';
import type { WEBHOOK_FORMATS } from '@wardstone/alerting';
import type { EndReason } from '@wardstone/dto/monitoring';
import type { DueIncident } from './delivery.queries';
import { PROBLEM_STATES } from '../../alert-state/incident-problems.sql';
import {
  conditionsText,
  getIncidentEnd,
  getEventMs,
  getHost,
  incidentKey,
  getSeriesLabels,
  type LinkedNotice,
  type Notice,
  countProblems,
  describeLocation,
} from './notice';
import { renderHeadline, renderLines } from './notice-text';

/**
 * The body of a webhook as text, because the signed text must be the sent one; by default in the product's own format.
 */
export function webhookDocument(format: string, notice: LinkedNotice): { body: string; type: string } {
  switch (format as (typeof WEBHOOK_FORMATS)[number]) {
    case 'alertmanager':
      return { body: JSON.stringify(alertmanagerBody(notice)), type: 'application/json' };
    case 'cloudevents':
      return { body: JSON.stringify(cloudEvent(notice)), type: 'application/cloudevents+json' };
    default:
      return { body: JSON.stringify(plainBody(notice)), type: 'application/json' };
  }
}

/** CloudEvents 1.0 in structured mode; source and id together are unique. */
function cloudEvent(notice: LinkedNotice): object {
  const { definition, resource } = notice;
  const data = plainBody(notice);
  return {
    specversion: '1.0',
    id: notice.id,
    source: new URL(`/rest/alert/definition/${definition.id}`, notice.url).href,
    type: `wardstone.${data.type}`,
    subject: `resource/${resource.id}`,
    time: new Date(getEventMs(notice)).toISOString(),
    datacontenttype: 'application/json',
    data,
  };
}

function plainBody(notice: LinkedNotice) {
  const { alertId, firedMs, sinceMs, url, definition, resource, description, conditions } = notice;
  return {
    type: toType(notice),
    alertId,
    firedAt: new Date(firedMs).toISOString(),
    since: new Date(sinceMs).toISOString(),
    summary: renderHeadline(notice),
    url,
    definition,
    resource: {
      id: resource.id,
      name: resource.name,
      path: resource.lineage,
      host: getHost(notice),
      ancestry: resource.lineage.join(' > '),
    },
    ...(notice.series && { labels: notice.series.labels }),
    description,
    conditions: conditions.map(({ text, value, valueText, atMs, latest }) => ({
      text,
      value,
      valueText,
      at: new Date(atMs).toISOString(),
      ...(latest && { latest }),
    })),
    ...(notice.incident && { incident: getIncident(notice, notice.incident) }),
    ...(notice.links && { links: notice.links }),
  };
}

function toType({ isTest, incident, message }: Notice): string {
  if (isTest) return 'alert.test';
  if (message) return message.type;
  if (incident?.hasEnded) return 'incident.ended';
  return incident?.kind === 'HELD' ? 'incident.held' : 'alert.fired';
}

/** Equal in all notifications of an incident except for the numbers. */
function getIncident(notice: Notice, incident: DueIncident): object {
  const { id, alerts, suppressed, cause, elsewhere, isUpdate, isFlapping, openedMs, ending } = incident;
  const { alertId, state, summary } = notice;
  const end = getIncidentEnd(incident);
  const counts = summary?.counts ?? { [state]: { alerts: 1 }, ALL: undefined };
  const hosts = summary?.counts.ALL ?? { hosts: 1, first: [{ name: getHost(notice), alerts: 1 }] };
  return {
    id,
    alerts,
    suppressed,
    total: countProblems(summary),
    cause,
    counts: Object.fromEntries(PROBLEM_STATES.map((each) => [each.toLowerCase(), counts[each]?.alerts ?? 0])),
    hostCount: hosts.hosts,
    hosts: hosts.first,
    others: [
      ...(summary?.listed ?? [])
        .filter((other) => other.alertId !== alertId)
        .map(({ definition, resource, host, state: own, conditions }) => ({
          kind: incident.kind === 'END' ? 'END' : 'ALERT',
          definition,
          resource,
          host,
          state: own,
          values: conditions.map(({ valueText }) => valueText),
        })),
      ...elsewhere.first.map(({ kind, definition, resource, host }) => ({ kind, definition, resource, host })),
    ].slice(0, MAX_OTHERS),
    isUpdate,
    isFlapping,
    openedAt: new Date(openedMs).toISOString(),
    ...(end && {
      endedAt: new Date(end.endedMs).toISOString(),
      durationSeconds: Math.round(end.durationMs / 1000),
      endedBy: ENDED_BY[ending?.reason ?? 'RECOVERED'],
      ...(ending?.by && { resolvedBy: ending.by }),
    }),
  };
}

/** End of an incident by the reason of its alert. */
export const ENDED_BY = {
  RECOVERED: 'recovery',
  RESOLVED: 'person',
  DEFINITION_CHANGED: 'definition changed',
  DEFINITION_REMOVED: 'definition removed',
  RESOURCE_REMOVED: 'resource removed',
  REPLACED: 'later alert',
  EXPIRED: 'age',
} as const satisfies Record<EndReason, string>;

const MAX_OTHERS = 20;

/** Version 4 of Alertmanager's webhook, for its receivers. */
function alertmanagerBody(notice: LinkedNotice): object {
  const { definition, resource, description, url, firedMs, isTest, incident, message } = notice;
  // A message is not an alert, so it must not stay open at the receiver.
  const endedMs = message ? firedMs : getIncidentEnd(incident)?.endedMs;
  const status = message || incident?.hasEnded ? 'resolved' : 'firing';
  const labels = {
    instance: getHost(notice),
    ...getSeriesLabels(notice),
    alertname: definition.name,
    severity: definition.priority.toLowerCase(),
    resource: resource.name,
    resource_id: String(resource.id),
    definition_id: String(definition.id),
    ...(isTest ? { test: 'true' } : {}),
  };
  const annotations = {
    summary: `${definition.name} on ${describeLocation(notice)}`,
    description,
    conditions: conditionsText(notice),
    ...(incident && { incident: renderLines(notice).join('; ') }),
  };
  return {
    version: '4',
    groupKey: incidentKey(notice),
    truncatedAlerts: Math.max(0, (incident?.alerts ?? 1) - 1),
    status,
    receiver: 'wardstone',
    groupLabels: { alertname: definition.name, resource_id: String(resource.id) },
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: url,
    alerts: [
      {
        status,
        labels,
        annotations,
        startsAt: new Date(firedMs).toISOString(),
        endsAt: endedMs === undefined ? '0001-01-01T00:00:00Z' : new Date(endedMs).toISOString(),
        generatorURL: url,
        fingerprint: toFingerprint(labels),
      },
    ],
  };
}

function toFingerprint(labels: Readonly<Record<string, string>>): string {
  return createHmac('sha256', 'labels').update(JSON.stringify(labels)).digest('hex').slice(0, 16);
}

/**
 * Headers that prove origin and age of the document, as specified by standardwebhooks.com: the signature is the
 * HMAC-SHA256 of `id.timestamp.body` in base64. A secret that starts with `whsec_` is itself base64.
 */
export function signatureHeaders(secret: string, id: string, nowMs: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const plain = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secret === '') return plain;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...plain, 'webhook-signature': `v1,${signature}` };
}
