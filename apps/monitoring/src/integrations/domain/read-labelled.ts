import {
  alertList,
  digestOfKey,
  type ForeignAlert,
  foreignAlert,
  getMembers,
  plainText,
  UnreadablePayload,
} from './foreign-alert';

/** Alertmanager's `resolve_timeout` for alerts without an end that are not sent again. */
const RESOLVE_TIMEOUT_MS = 5 * 60_000;

/**
 * Parses version 4 of Alertmanager's webhook payload, and Grafana's, which has the same format. Source:
 * https://prometheus.io/docs/alerting/latest/configuration/#webhook_config and
 * https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/
 */
export function readWebhookGroup(payload: unknown): ForeignAlert[] {
  const { alerts, externalURL } = getMembers(payload);
  return alertList(alerts, 'alerts').map((entry) => {
    const alert = getMembers(entry);
    const { status, panelURL, dashboardURL } = alert;
    if (status !== 'firing' && status !== 'resolved') {
      throw new UnreadablePayload('the status of an alert must be firing or resolved');
    }
    return labelledAlert(alert, {
      state: status === 'firing' ? 'FIRING' : 'RESOLVED',
      links: [panelURL, dashboardURL, alert['generatorURL'], externalURL],
    });
  });
}

/**
 * Parses the requests of Prometheus to Alertmanager (`POST …/api/v2/alerts`). An alert whose end is in the past is
 * resolved. Source: https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml
 */
export function readPostableAlerts(payload: unknown, nowMs: number): ForeignAlert[] {
  return alertList(payload, 'the body').map((entry) => {
    const alert = getMembers(entry);
    const endsMs = toTime(alert['endsAt']) ?? nowMs + RESOLVE_TIMEOUT_MS;
    const isOver = endsMs <= nowMs;
    return labelledAlert(alert, {
      state: isOver ? 'RESOLVED' : 'FIRING',
      links: [alert['generatorURL']],
      expiresMs: isOver ? undefined : endsMs,
    });
  });
}

function labelledAlert(
  alert: Readonly<Record<string, unknown>>,
  more: { state: ForeignAlert['state']; links: readonly unknown[]; expiresMs?: number | undefined },
): ForeignAlert {
  const labels = getMembers(alert['labels']);
  const annotations = getMembers(alert['annotations']);
  const names = Object.keys(labels);
  if (names.length === 0) throw new UnreadablePayload('an alert has no labels');
  const name = plainText(labels['alertname']);
  const summary = plainText(annotations['summary'] ?? annotations['title'] ?? annotations['description']);
  return foreignAlert({
    key: plainText(alert['fingerprint']) ?? labelsKey(labels),
    state: more.state,
    severity: labels['severity'] ?? labels['priority'],
    title:
      name !== undefined && summary !== undefined && !summary.includes(name)
        ? `${name}: ${summary}`
        : (summary ?? name),
    host: labels['instance'] ?? labels['host'] ?? labels['hostname'] ?? labels['node'],
    value: annotations['value'] ?? valuesText(alert),
    link: more.links.find((link) => typeof link === 'string' && link !== ''),
    expiresMs: more.expiresMs,
  });
}

/** Two alerts with the same labels are the same alert. */
function labelsKey(labels: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => JSON.stringify([name, value]));
  return digestOfKey(...pairs.sort());
}

/** Grafana's values by the letter of their query, e.g. `B = 95`. */
function valuesText(alert: Readonly<Record<string, unknown>>): string | undefined {
  const values = Object.entries(getMembers(alert['values'])).slice(0, 10);
  const texts = values.flatMap(([name, value]) => {
    const text = plainText(value, 40);
    return text === undefined ? [] : [`${name} = ${text}`];
  });
  return texts.length > 0 ? texts.join(', ') : undefined;
}

/** Undefined for none, including Go's zero time (year 1). */
function toTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) || ms <= 0 ? undefined : ms;
}
