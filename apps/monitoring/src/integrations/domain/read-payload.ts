import type { AlertMapping, IntegrationKind } from '@wardstone/dto/monitoring';
import type { ForeignAlert } from './foreign-alert';
import { readPostableAlerts, readWebhookGroup } from './read-labelled';
import { readMail } from './read-mail';
import { readMapped } from './read-mapped';
import { readPagerDutyEvent } from './read-pagerduty';
import { readUptimeKuma } from './read-uptime-kuma';

/** Properties of an integration that decide how its payloads are parsed. */
export interface PayloadFormat {
  readonly kind: IntegrationKind;
  readonly mapping: AlertMapping | null;
}

/**
 * Parses the alerts of a payload; of several with the same key, the last counts.
 * @throws UnreadablePayload
 */
export function readPayload({ kind, mapping }: PayloadFormat, payload: unknown, nowMs: number): ForeignAlert[] {
  const alerts = readAs(kind, mapping, payload, nowMs);
  return [...new Map(alerts.map((alert) => [alert.key, alert])).values()];
}

function readAs(kind: IntegrationKind, mapping: AlertMapping | null, payload: unknown, nowMs: number): ForeignAlert[] {
  switch (kind) {
    case 'ALERTMANAGER':
    case 'GRAFANA':
      return readWebhookGroup(payload);
    case 'PROMETHEUS':
      return readPostableAlerts(payload, nowMs);
    case 'PAGERDUTY':
      return readPagerDutyEvent(payload);
    case 'UPTIME_KUMA':
      return readUptimeKuma(payload);
    case 'JSON':
      return readMapped(payload, mapping!);
    case 'MAIL':
      return readMail(payload, mapping ?? undefined);
  }
}
